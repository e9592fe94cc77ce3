import { addSavedView, changeSavedView, listSavedViews, removeSavedView } from '#contract/views/saved-views.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { handleListViews } from './list-views.ts'
import { handleAddView, handleChangeView, handleRemoveView } from './write-views.ts'

export const routes: Route[] = [
  bind(listSavedViews, handleListViews),
  bind(addSavedView, handleAddView),
  bind(changeSavedView, handleChangeView),
  bind(removeSavedView, handleRemoveView),
]
