import { publicDocuments } from '#contract/agreements/document-names.ts'
import type { BootBrand } from '#contract/branding/domain.ts'

type Modules = BootBrand['modules']
type FramedPath = { module: keyof Modules | undefined; isDashboard: boolean }

/**
 * First path segments of public pages that signed-in users also see without the frame. Hard-coded, because this runs in
 * the page's head, which knows no pages; `parse-framed-path.test.ts` compares them with `public-pages.ts`.
 */
const frameless: readonly string[] = [
  'confirm-email',
  'pay-invoice',
  'shared-report',
  'sso',
  'stop-mail',
  ...publicDocuments,
]

/** Parses a URL before any other code has loaded; null if its page has no frame. */
export function parseFramedPath(pathname: string, modules: Modules): FramedPath | null {
  const [first = '', page, ...deeper] = pathname.slice(1).split('/')
  if (frameless.includes(first)) return null
  const module = (Object.keys(modules) as (keyof Modules)[]).find((one) => modules[one].url === first)
  return { module, isDashboard: module !== undefined && page === 'dashboard' && deeper.length === 0 }
}
