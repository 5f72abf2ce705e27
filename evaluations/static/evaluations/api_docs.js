const place = document.getElementById("swagger-ui");

window.SwaggerUIBundle({
  domNode: place,
  url: place.dataset.schema,
  deepLinking: true,
  // The default would send the schema's address to a validator on the internet.
  validatorUrl: null,
  requestInterceptor(request) {
    if (request.method && request.method !== "GET") {
      request.headers["X-CSRFToken"] = place.dataset.csrf;
    }
    return request;
  },
});
