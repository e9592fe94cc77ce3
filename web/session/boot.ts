import type { Boot, BootBrand } from '#contract/branding/domain.ts'

let read: Boot | undefined

/** What the server put into this page: the host and its brand. Read once; the server has checked its shape. */
function boot(): Boot {
  read ??= JSON.parse(document.getElementById('boot')?.textContent ?? 'null') as Boot
  return read
}

export const brand = (): BootBrand => boot().brand

/** Whether the server knows no page at this address; it answered 404. */
export const isAbsentPage = (): boolean => document.getElementById('boot')?.dataset['page'] === 'absent'

/** The nonce of this answer, for style elements that libraries make. Browsers hide the attribute, not the property. */
export const styleNonce = (): string => document.getElementById('boot')?.nonce ?? ''
