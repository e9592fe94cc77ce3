import { publicDocuments } from '#contract/agreements/document-names.ts'
import type { BootBrand } from '#contract/branding/domain.ts'

type Modules = BootBrand['modules']
type FramedPlace = { module: keyof Modules | undefined; isDashboard: boolean }

/**
 * First parts of the paths that show a public page even to signed-in people. Written out, since this runs in the page's head,
 * which knows no pages; `framed-place.test.ts` compares them with `public-pages.ts`.
 */
const unframed: readonly string[] = ['confirm-email', 'shared-report', 'sso', ...publicDocuments]

/** What can be told of an address before any code is there; null where no frame comes around its page. */
export function framedPlace(pathname: string, modules: Modules): FramedPlace | null {
  const [first = '', page, ...deeper] = pathname.slice(1).split('/')
  if (unframed.includes(first)) return null
  const module = (Object.keys(modules) as (keyof Modules)[]).find((one) => modules[one].url === first)
  return { module, isDashboard: module !== undefined && page === 'dashboard' && deeper.length === 0 }
}
