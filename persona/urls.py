from django.urls import path

from persona.pages import carrying, editor, keeping, versions

urlpatterns = [
    path("", editor.listed, name="personas"),
    path("new/", editor.new, name="persona_new"),
    path("import/", carrying.bring, name="persona_import"),
    path("length/", editor.length, name="persona_length"),
    path("picture/<uuid:picture>/", carrying.picture, name="persona_picture"),
    path("<uuid:persona>/", editor.edit, name="persona_edit"),
    path("<uuid:persona>/lore/", carrying.lore, name="persona_lore"),
    path("<uuid:persona>/export/", carrying.export, name="persona_export"),
    path("<uuid:persona>/delete/", keeping.delete, name="persona_delete"),
    path("<uuid:persona>/restore/", keeping.restore, name="persona_restore"),
    path("<uuid:persona>/apart/", keeping.keep_apart, name="persona_apart"),
    path("<uuid:persona>/share/", keeping.share, name="persona_share"),
    path("<uuid:persona>/withdraw/", keeping.withdraw, name="persona_withdraw"),
    path("<uuid:persona>/versions/", versions.listed, name="persona_versions"),
    path("<uuid:persona>/versions/move/", versions.move, name="persona_move"),
    path("<uuid:persona>/versions/<int:number>/back/", versions.back, name="persona_back"),
]
