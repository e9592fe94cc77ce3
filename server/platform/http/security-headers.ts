/** Headers of every answer. Kept as plain lists, so that an answer costs no computing of them (SEC-13). */
const everywhere: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-permitted-cross-domain-policies': 'none',
}

/** An answer of the API is data: nothing in it may run, be framed or be kept. */
export const apiHeaders: Readonly<Record<string, string>> = {
  ...everywhere,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cache-control': 'no-store',
  vary: 'Authorization',
}

/** A refused download is read by the page of its own host that asked for it, in a frame. */
export const downloadHeaders: Readonly<Record<string, string>> = {
  ...apiHeaders,
  'x-frame-options': 'SAMEORIGIN',
  'content-security-policy': apiHeaders['content-security-policy']!.replace("ancestors 'none'", "ancestors 'self'"),
}

/** One year, on this host and those below it; sent over TLS only. */
export const strictTransport = 'max-age=31536000; includeSubDomains'

export const staticHeaders: Readonly<Record<string, string>> = everywhere

/**
 * Headers of a page. Scripts and style elements run by this answer's nonce only; script sinks take trusted types only.
 * A page that may be framed may be so by pages of its own host.
 * Of outside addresses only `captcha` is let in, and only where the operator has keys of reCAPTCHA; `frames` are
 * the gateway's form for cards.
 */
export const pageHeaders = (
  nonce: string,
  { isFramed = false, captcha = '', frames = '' } = {},
): Record<string, string> => ({
  ...everywhere,
  ...(isFramed ? { 'x-frame-options': 'SAMEORIGIN' } : {}),
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${captcha}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    `frame-src 'self'${captcha}${frames}`,
    `frame-ancestors ${isFramed ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'cache-control': 'no-cache',
})

/**
 * Headers of a frame with code that is not ours: an origin of its own that nobody else has, so that it reaches neither the
 * page around it nor what this host keeps in the browser; no windows, forms, downloads, workers. It holds also where the
 * address is opened by itself.
 */
export const frameHeaders = (nonce: string): Record<string, string> => ({
  ...everywhere,
  'x-frame-options': 'SAMEORIGIN',
  'content-security-policy': [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'unsafe-inline' https:",
    'img-src https: data:',
    'font-src https: data:',
    'media-src https:',
    'connect-src https:',
    'frame-src https:',
    "worker-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), fullscreen=(), display-capture=()',
  'referrer-policy': 'no-referrer',
  // A process of its own where the browser has one to give: what hangs there leaves the page alone.
  'origin-agent-cluster': '?1',
  'cache-control': 'no-store',
})
