/** Headers of every response. Stored as plain lists, so that a response need not compute them (SEC-13). */
const everywhere: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-permitted-cross-domain-policies': 'none',
}

/** An API response is data: nothing in it may run, be framed or be cached. */
export const apiHeaders: Readonly<Record<string, string>> = {
  ...everywhere,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cache-control': 'no-store',
  vary: 'Authorization',
}

/** A refused download is read in a frame by the page on its own host that requested it. */
export const downloadHeaders: Readonly<Record<string, string>> = {
  ...apiHeaders,
  'x-frame-options': 'SAMEORIGIN',
  'content-security-policy': apiHeaders['content-security-policy']!.replace("ancestors 'none'", "ancestors 'self'"),
}

/** One year; sent over TLS only. */
export const strictTransport = 'max-age=31536000'
/** Below an operator's own host everything is served here. Below a customer's domain there may be hosts without TLS. */
export const strictForSubdomains = `${strictTransport}; includeSubDomains`

export const staticHeaders: Readonly<Record<string, string>> = everywhere

/** An agency's own picture: opened alone, it runs nothing and loads nothing. */
export const iconHeaders: Readonly<Record<string, string>> = {
  ...everywhere,
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cache-control': 'public, max-age=3600',
}

/**
 * Headers of a page. Scripts and style elements run with this response's nonce only; script sinks accept trusted types
 * only. A page that may be framed can be framed by pages on its own host. Of outside origins only `captcha` is allowed,
 * and only if the operator has reCAPTCHA keys; `frames` are for the gateway's card form.
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

/** Headers of a page with a form and without scripts: it only sends its form to its own host. */
export const formPageHeaders = (nonce: string): Record<string, string> => ({
  ...everywhere,
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "img-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; '),
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  // Without any referrer, browsers send their form with the origin `null`, which is refused as another site's.
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
  vary: 'Accept-Language, Cookie',
})

/**
 * Headers of a frame with code that is not ours: it gets a unique opaque origin, so that it reaches neither the page
 * around it nor what this host stores in the browser; no windows, forms, downloads, workers. This also holds if its URL
 * is opened directly.
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
  // A separate process if the browser supports it: a hanging frame does not block the page.
  'origin-agent-cluster': '?1',
  'cache-control': 'no-store',
})
