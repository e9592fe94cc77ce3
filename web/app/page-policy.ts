import { styleNonce } from '../session/boot.ts'

type PageWindow = Window & {
  trustedTypes?: { createPolicy: (name: string, rules: { createHTML: (text: string) => string | null }) => unknown }
  __zod_globalConfig?: { jitless?: boolean }
  __webpack_nonce__?: string
}

/** Makes libraries keep to the page's Content-Security-Policy. Runs before any of them does. */
export function keepToPagePolicy(): void {
  const page = window as unknown as PageWindow
  // The component library writes style sheets through `innerHTML`. Text without `<` cannot become an element, so it may
  // pass; everything else that reaches an HTML or script sink without a policy of its own is refused by the browser.
  page.trustedTypes?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) })
  // Where libraries that make style elements look for this page's nonce (the one that stills the page under a dialog).
  page.__webpack_nonce__ = styleNonce()
  // Schemas try to compile themselves while they are made, long before code of ours could call `z.config`.
  page.__zod_globalConfig = { jitless: true }
}
