import { searchEverything } from '#contract/search/search.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { handleSearchEverything } from './search-everything.ts'

export const routes: Route[] = [bind(searchEverything, handleSearchEverything)]
