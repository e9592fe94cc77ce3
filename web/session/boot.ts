import type { Boot, BootBrand } from '#contract/branding/domain.ts'

let cache: Boot | undefined

/** The host and its brand, embedded in the page by the server. Parsed once; the server has validated its shape. */
function boot(): Boot {
  cache ??= JSON.parse(document.getElementById('boot')?.textContent ?? 'null') as Boot
  return cache
}

/** The host's own brand: what visitors see, and what remains after view mode. */
export const hostBrand = (): BootBrand => boot().brand

let viewedBrand: BootBrand | null = null

/** The brand shown now: the host's, or in view mode the viewed user's. */
export const brand = (): BootBrand => viewedBrand ?? hostBrand()

/** Shows another brand on this host, or with null the host's own. Modules always keep the host's URLs. */
export function viewBrand(view: BootBrand | null): void {
  viewedBrand = view && { ...view, modules: withAddressesOf(hostBrand(), view) }
}

/** Iterates the keys of the data, because importing the contract's list would load its schemas on every page. */
const withAddressesOf = (host: BootBrand, view: BootBrand): BootBrand['modules'] => {
  const modules = Object.keys(view.modules) as (keyof BootBrand['modules'])[]
  const entries = modules.map((module) => [module, { name: view.modules[module].name, url: host.modules[module].url }])
  return Object.fromEntries(entries) as BootBrand['modules']
}

/** True if the server responded with 404 for this URL. */
export const isAbsentPage = (): boolean => document.getElementById('boot')?.dataset['page'] === 'absent'

/** The nonce of this response, for style elements that libraries create. Browsers hide the attribute only. */
export const styleNonce = (): string => document.getElementById('boot')?.nonce ?? ''
