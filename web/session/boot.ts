import type { Boot, BootBrand } from '#contract/branding/domain.ts'

let read: Boot | undefined

/** What the server put into this page: the host and its brand. Read once; the server has checked its shape. */
function boot(): Boot {
  read ??= JSON.parse(document.getElementById('boot')?.textContent ?? 'null') as Boot
  return read
}

/** Of the host by itself: what a visitor sees there, and what outlives view mode. */
export const hostBrand = (): BootBrand => boot().brand

let viewed: BootBrand | null = null

/** What is shown now: the host's brand, or in view mode that of the person who is looked at. */
export const brand = (): BootBrand => viewed ?? hostBrand()

/** Shows another brand on this host, or the host's own again. Modules lie where the host has them, whatever they are called. */
export function viewBrand(seen: BootBrand | null): void {
  viewed = seen && { ...seen, modules: withAddressesOf(hostBrand(), seen) }
}

/** By what the answers hold: the contract's list would bring its schemas to the first code of every page. */
const withAddressesOf = (host: BootBrand, seen: BootBrand): BootBrand['modules'] => {
  const modules = Object.keys(seen.modules) as (keyof BootBrand['modules'])[]
  const placed = modules.map((module) => [module, { name: seen.modules[module].name, url: host.modules[module].url }])
  return Object.fromEntries(placed) as BootBrand['modules']
}

/** Whether the server knows no page at this address; it answered 404. */
export const isAbsentPage = (): boolean => document.getElementById('boot')?.dataset['page'] === 'absent'

/** The nonce of this answer, for style elements that libraries make. Browsers hide the attribute, not the property. */
export const styleNonce = (): string => document.getElementById('boot')?.nonce ?? ''
