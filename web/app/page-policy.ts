import { styleNonce } from '../session/boot.ts'

type PageWindow = Window & {
  trustedTypes?: { createPolicy: (name: string, rules: { createHTML: (text: string) => string | null }) => unknown }
  __zod_globalConfig?: { jitless?: boolean }
  __webpack_nonce__?: string
}

/** Makes libraries comply with the page's Content-Security-Policy. Must run before any of them. */
export function applyPagePolicy(): void {
  const page = window as unknown as PageWindow
  // The component library writes style sheets through `innerHTML`. Text without `<` cannot create an element, so it is
  // allowed; the browser rejects all else that reaches an HTML or script sink without its own policy.
  page.trustedTypes?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) })
  // Where libraries that create style elements look up the nonce (for example, to lock scrolling under a dialog).
  page.__webpack_nonce__ = styleNonce()
  // Zod tries to compile schemas when they are created, long before our code could call `z.config`.
  page.__zod_globalConfig = { jitless: true }
}
