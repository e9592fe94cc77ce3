import { useNavigate } from '@tanstack/react-router'
import { partsOf, readListState, type ListState, type SavedListName } from '#contract/views/saved-lists.ts'
import { listSavedViews, type SavedView } from '#contract/views/saved-views.ts'
import { useCall } from '../../../api/hooks.ts'
import { useSearchTexts } from '../../../session/address.ts'
import { useMe } from '../../../session/me.ts'
import { searchOf, type Search } from '../../../session/search.ts'

export type Views = {
  rows: readonly SavedView[]
  /** The view that the URL names; undefined for none. */
  view: SavedView | undefined
  /** Whether the list shows something else than the view. */
  isChanged: boolean
  /** The state of the list, as a view stores it. */
  state: ListState
  open: (view: Pick<SavedView, 'id' | 'state'>) => void
  /** Names a view in the URL without changing what is shown; undefined for none. */
  name: (viewId: string | undefined) => void
}

/** The saved views of a list, and its current state. `look` is what the list shows besides the parameters of the URL. */
export function useViews(list: SavedListName, look: ListState): Views {
  const { companyId, side } = useMe()
  const search = useSearchTexts()
  const navigate = useNavigate()
  const isForClient = side === 'client'
  const rows = useCall(listSavedViews, { params: { companyId, list } }).data?.data ?? []
  const view = rows.find(({ id }) => id === search['view'])
  const state = readListState(list, { ...search, ...look }, isForClient)
  // A view whose columns are all gone shows whatever the list shows.
  const shownBy = (saved: SavedView): ListState => readListState(list, { ...look, ...saved.state }, isForClient)
  const go = (next: (before: Search) => Search, clearsSearch: boolean): void =>
    void navigate({
      to: '.',
      search: searchOf(next),
      state: clearsSearch ? (before) => ({ ...before, listSearch: { ...before.listSearch, '': '' } }) : true,
      resetScroll: false,
    })
  const without = Object.fromEntries([...partsOf(list, isForClient), 'page'].map((part) => [part, undefined]))
  return {
    rows,
    view,
    isChanged: view !== undefined && JSON.stringify(shownBy(view)) !== JSON.stringify(state),
    state,
    open: ({ id, state: saved }) => go((before) => ({ ...before, ...without, ...saved, view: id }), true),
    name: (viewId) => go((before) => ({ ...before, view: viewId }), false),
  }
}
