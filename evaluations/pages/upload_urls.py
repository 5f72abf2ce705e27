"""The addresses of uploads and imports, below ``/judge/``."""

from django.urls import path

from evaluations.pages import import_report, kia, upload
from evaluations.pages.page import page
from pillars.imports.uploads import IMPORT

UPLOAD = "upload/<uuid:pk>"
FILE = f"{UPLOAD}/check/<int:run>"
RUN = "import/<int:pk>"

urlpatterns = [
    path("upload", page(upload.begin, permission=IMPORT), name="upload"),
    path(f"{UPLOAD}/pillar", page(upload.pillar, permission=IMPORT), name="upload-pillar"),
    path(f"{UPLOAD}/files", page(upload.files, permission=IMPORT), name="upload-files"),
    path(f"{UPLOAD}/files/<int:run>/remove", page(upload.remove, permission=IMPORT), name="upload-remove"),
    path(f"{UPLOAD}/check", page(upload.check_first, permission=IMPORT), name="upload-check"),
    path(FILE, page(upload.check, permission=IMPORT), name="upload-check-file"),
    path(f"{UPLOAD}/import", page(upload.bring_in, permission=IMPORT), name="upload-import"),
    path(f"{UPLOAD}/give-up", page(upload.give_up, permission=IMPORT), name="upload-give-up"),
    path("kia", page(kia.kia, permission="pillars.view_pillar"), name="kia"),
    path("kia/<int:pk>/sync", page(kia.start, permission=IMPORT), name="kia-sync"),
    path(RUN, page(import_report.report), name="import"),
    path(f"{RUN}/unreadable", page(import_report.unreadable), name="import-unreadable"),
    path(f"{RUN}/undo", page(import_report.undo), name="import-undo"),
]
