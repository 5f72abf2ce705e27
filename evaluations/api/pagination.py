"""Pages of lists: ``{count, next, previous, results}``."""

from rest_framework.pagination import PageNumberPagination


class Pages(PageNumberPagination):
    """``?page=`` from 1, ``?page_size=`` up to 500; a page that is not there is a 404."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 500
