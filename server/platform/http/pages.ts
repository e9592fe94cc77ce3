import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { framedDocument } from '#contract/agreements/document-names.ts'
import type { Boot } from '#contract/branding/domain.ts'
import { isKnownPath } from '#contract/guards/public-paths.ts'
import { Failure } from '../failure.ts'
import { hostOf, pathOfUrl } from './request-facts.ts'
import { iconHeaders, pageHeaders, staticHeaders } from './security-headers.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign]!)

/** The path of the icon of a host's brand. Browsers and link previews also ask for it unasked. */
const iconPath = '/favicon.ico'

/**
 * Title, icon and preview of a host's brand, for those who read the page without running it: chats, bookmarks, search.
 * They never get another brand than the host's, and no path, which may contain a secret.
 */
function brandHead({ brand }: Boot): string {
  const name = escape(brand.name)
  return [
    `<title>${name}</title>`,
    `<meta name="application-name" content="${name}">`,
    '<meta property="og:type" content="website">',
    `<meta property="og:site_name" content="${name}">`,
    `<meta property="og:title" content="${name}">`,
    '<meta name="twitter:card" content="summary">',
    `<link rel="icon" type="image/svg+xml" href="${iconPath}">`,
  ].join('')
}

/** The brand's icon, or its first letter on its color. */
function brandIcon({ brand }: Boot): string {
  if (brand.icon_svg !== null) return brand.icon_svg
  const letter = escape([...brand.name.trim()][0]?.toLocaleUpperCase() ?? '')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${escape(brand.brand_color)}"/><text x="16" y="22" font-family="system-ui,sans-serif" font-weight="600" font-size="17" text-anchor="middle" fill="${isLight(brand.brand_color) ? '#111' : '#fff'}">${letter}</text></svg>`
}

/** Whether dark letters are readable on a color (its perceived brightness is above the middle). */
function isLight(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return (red * 299 + green * 587 + blue * 114) / 1000 > 150
}

export interface PageOptions {
  /** The built web: index.html, hashed files under assets/, and each file's .br and .gz next to it. */
  folder: string
  /** The brand of a host, or null for an unknown host. */
  readBoot(host: string): Promise<Boot | null>
  /** Current origin (scheme, host and port) of the last owner of a released host; null for all other hosts. */
  readMovedTo?(host: string): Promise<string | null>
  /** URL of reCAPTCHA's script, if the operator has keys; otherwise pages allow nothing from it. */
  captchaScript?: string
  /** The demo shows pages of a host next to a client's site, in a frame on the same host. */
  framedByOwnHost?: boolean | undefined
  /** Origins of payment gateways' card forms: pages may frame these. */
  cardForms?: readonly string[]
}

const brotli = promisify(brotliCompress)
const gzipPage = promisify(gzip)

const year_ms = 365 * 24 * 3_600_000

/** Serves the web: its immutable hashed files, and its one page under every other path. */
export async function mountPages(app: FastifyInstance, options: PageOptions): Promise<void> {
  const captcha = options.captchaScript ? ` ${new URL(options.captchaScript).origin}/recaptcha/` : ''
  const frames = (options.cardForms ?? []).map((origin) => ` ${origin}`).join('')
  const template = await readFile(join(options.folder, 'index.html'), 'utf8')
  await app.register(fastifyStatic, {
    root: join(options.folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: year_ms,
    index: false,
    decorateReply: true,
    setHeaders: (response) => {
      for (const name in staticHeaders) response.header(name, staticHeaders[name]!)
    },
  })
  for (const name of await rootFiles(options.folder)) {
    app.get(`/${name}`, (_request, reply) =>
      reply.headers(staticHeaders).sendFile(name, options.folder, { maxAge: 3_600_000, immutable: false }),
    )
  }
  app.get(iconPath, async (request, reply) => {
    const boot = await options.readBoot(hostOf(request))
    if (!boot) return reply.headers(staticHeaders).status(404).send()
    return reply.headers(iconHeaders).type('image/svg+xml').send(brandIcon(boot))
  })
  app.get('/*', { exposeHeadRoute: true }, async (request, reply) => {
    if (request.url.startsWith('/api/')) throw new Failure('not_found')
    const boot = await options.readBoot(hostOf(request))
    const nonce = randomBytes(16).toString('base64')
    const path = pathOfUrl(request)
    const isFramed = options.framedByOwnHost === true || path === framedDocument
    reply.headers(pageHeaders(nonce, { isFramed, captcha, frames })).type('text/html; charset=utf-8')
    if (hasSecretAddress(request.url)) reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    if (!boot) return leaveHost(request, reply, (await options.readMovedTo?.(hostOf(request))) ?? null)
    // The HTML is the same: signed-in users see the application's message, visitors a separate page (R042).
    const isAbsent = !isKnownPath(boot.brand.modules, path)
    if (isAbsent) reply.status(404)
    return sendCompressed(request, reply, fill(template, nonce, boot, isAbsent))
  })
}

/**
 * Links in emails from before a host was renamed redirect to the new name, and browsers keep the part after `#`. Only
 * temporarily, because somebody else may get the old name later.
 */
function leaveHost(request: FastifyRequest, reply: FastifyReply, movedTo: string | null): FastifyReply {
  if (movedTo === null) return reply.status(404).send(unknownHost)
  // A request line may contain an absolute URL of another site.
  const path = request.url.startsWith('/') ? request.url : '/'
  return reply.header('cache-control', 'no-store').redirect(`${movedTo}${path}`, 302)
}

/** Pages with a secret in their URL must not be sent as referrer, nor be indexed by search engines. */
const hasSecretAddress = (url: string): boolean =>
  /^\/(set-new-password\/|stop-mail\/|confirm-\w+\/|sso\b|shared-report\b|pay-invoice\b)/.test(url)

/**
 * The page is built per request, so it is compressed per request: brotli at this level costs two milliseconds of a
 * core, and the page stays within the ten packets of TCP's initial window.
 */
async function sendCompressed(request: FastifyRequest, reply: FastifyReply, page: string): Promise<FastifyReply> {
  const encodings = String(request.headers['accept-encoding'] ?? '')
  reply.header('vary', 'Accept-Encoding')
  if (/\bbr\b/.test(encodings)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
    return reply.header('content-encoding', 'br').send(await brotli(page, { params }))
  }
  if (/\bgzip\b/.test(encodings)) return reply.header('content-encoding', 'gzip').send(await gzipPage(page))
  return reply.send(page)
}

/** Files next to the page: icons, the manifest. */
async function rootFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name !== 'index.html' && !/\.(br|gz|map)$/.test(entry.name))
    .map((entry) => entry.name)
}

/** Inserts the brand and the nonce into the page. In a script element only `<` could end it, so it is escaped. */
function fill(template: string, nonce: string, boot: Boot, isAbsent: boolean): string {
  const json = JSON.stringify(boot).replaceAll('<', '\\u003c')
  const page = isAbsent ? ' data-page="absent"' : ''
  return template
    .replaceAll('__NONCE__', nonce)
    .replace('<!--head-->', () => brandHead(boot))
    .replace('<!--boot-->', () => `<script type="application/json" id="boot"${page} nonce="${nonce}">${json}</script>`)
}

/** Does not reveal who runs this machine. */
const unknownHost = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>404 - Page Not Found</title>
<h1>404 - Page Not Found</h1>
<p>The page you requested could not be found.</p>
</html>
`
