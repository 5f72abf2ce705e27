"""Django's admin and form classes with their type parameter, which they have in the stubs alone.

At run time ``TypedAdmin[Thread]`` is ``TypedAdmin``.
"""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin

if TYPE_CHECKING:
    TypedAdmin = admin.ModelAdmin
    TypedInline = admin.TabularInline
    TypedForm = forms.ModelForm
else:

    class _Subscriptable:
        def __class_getitem__(cls, _parameters: Any) -> type:
            return cls

    class TypedAdmin(_Subscriptable, admin.ModelAdmin):
        """``admin.ModelAdmin`` of one model."""

    class TypedInline(_Subscriptable, admin.TabularInline):
        """``admin.TabularInline`` of one model below another."""

    class TypedForm(_Subscriptable, forms.ModelForm):
        """``forms.ModelForm`` of one model."""
