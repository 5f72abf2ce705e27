// Reads a JSON text that is still arriving: every string, number and word so far, with the keys above it.

/**
 * @param {string} text the beginning of a JSON object
 * @returns {{path: string[], value: string}[]} in order of appearance; empty where the text is no JSON
 */
export function readSoFar(text) {
  const found = [];
  const path = [];
  const kinds = [];
  let place = text.indexOf("{");
  let key = null;
  const take = (value) => {
    if (kinds.at(-1) === "{" && key === null) key = value;
    else {
      found.push({ path: key === null ? [...path] : [...path, key], value });
      key = null;
    }
  };
  while (place >= 0 && place < text.length) {
    const mark = text[place];
    if (mark === '"') {
      const [value, end, closed] = readString(text, place + 1);
      if (!closed && kinds.at(-1) === "{" && key === null) return found;
      take(value);
      place = end;
    } else if (mark === "{" || mark === "[") {
      kinds.push(mark);
      path.push(key ?? "");
      key = null;
      place += 1;
    } else if (mark === "}" || mark === "]") {
      kinds.pop();
      path.pop();
      key = null;
      place += 1;
    } else if (/[-\w]/.test(mark)) {
      const word = /^[-+.\w]+/.exec(text.slice(place))[0];
      take(word);
      place += word.length;
    } else place += 1;
  }
  return found;
}

const ESCAPES = { n: "\n", t: "\t", r: "", b: "", f: "" };

function readString(text, start) {
  let value = "";
  let place = start;
  while (place < text.length) {
    const mark = text[place];
    if (mark === '"') return [value, place + 1, true];
    if (mark !== "\\") {
      value += mark;
      place += 1;
    } else if (text[place + 1] === "u") {
      const code = text.slice(place + 2, place + 6);
      if (code.length < 4) break;
      value += String.fromCharCode(Number.parseInt(code, 16));
      place += 6;
    } else {
      if (place + 1 >= text.length) break;
      value += ESCAPES[text[place + 1]] ?? text[place + 1];
      place += 2;
    }
  }
  return [value, text.length, false];
}
