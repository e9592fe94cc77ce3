import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { framedDocument } from '#contract/agreements/document-names.ts'
import { isKnownPath } from '#contract/guards/public-paths.ts'
import type { Boot } from '#contract/branding/domain.ts'
import { Failure } from '../failure.ts'
import { hostOf, pathOfUrl } from './request-facts.ts'
import { pageHeaders, staticHeaders } from './security-headers.ts'

export interface PageOptions {
  /** The built web: index.html, hashed files under assets/, and each file's .br and .gz beside it. */
  folder: string
  /** The brand of a host, or null for an unknown host. */
  readBoot(host: string): Promise<Boot | null>
  /** Where the last owner of a released host answers now (scheme, host and port); null for every other host. */
  readMovedTo?(host: string): Promise<string | null>
  /** Where the script of reCAPTCHA comes from, with the operator's keys; pages let nothing of it in without. */
  captchaScript?: string
  /** The demo shows pages of a host beside a client's site, in a frame of that host's own. */
  framedByOwnHost?: boolean | undefined
  /** Where payment gateways show forms for cards of their own: these may be framed. */
  cardForms?: readonly string[]
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const year_ms = 365 * 24 * 3_600_000

/** Serves the web: its files, which never change under their names, and its one page under every other address. */
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
  app.get('/*', { exposeHeadRoute: true }, async (request, reply) => {
    if (request.url.startsWith('/api/')) throw new Failure('not_found')
    const boot = await options.readBoot(hostOf(request))
    const nonce = randomBytes(16).toString('base64')
    const path = pathOfUrl(request)
    const isFramed = options.framedByOwnHost === true || path === framedDocument
    reply.headers(pageHeaders(nonce, { isFramed, captcha, frames })).type('text/html; charset=utf-8')
    if (hasSecretAddress(request.url)) reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    if (!boot) return leaveHost(request, reply, (await options.readMovedTo?.(hostOf(request))) ?? null)
    // The HTML is the same: signed-in people see the application's message, visitors a page of their own (R042).
    const isAbsent = !isKnownPath(boot.brand.modules, path)
    if (isAbsent) reply.status(404)
    return sendCompressed(request, reply, fill(template, nonce, boot, isAbsent))
  })
}

/**
 * Links in mails sent before a name was changed redirect to the new one, and browsers keep the part after `#`. Only
 * temporarily, because somebody else may get the old name later.
 */
function leaveHost(request: FastifyRequest, reply: FastifyReply, movedTo: string | null): FastifyReply {
  if (movedTo === null) return reply.status(404).send(unknownHost)
  // A request line may hold a whole address of somebody else's.
  const path = request.url.startsWith('/') ? request.url : '/'
  return reply.header('cache-control', 'no-store').redirect(`${movedTo}${path}`, 302)
}

/** Pages whose address carries a secret must not be named to anybody as where a visitor came from, nor found by a search. */
const hasSecretAddress = (url: string): boolean =>
  /^\/(set-new-password\/|confirm-\w+\/|sso\b|shared-report\b)/.test(url)

/**
 * The page is made for each request, so it is compressed for each: brotli at this level costs two milliseconds of a core, and the
 * page stays within the ten packets that a server sends before it hears back.
 */
async function sendCompressed(request: FastifyRequest, reply: FastifyReply, page: string): Promise<FastifyReply> {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  reply.header('vary', 'Accept-Encoding')
  if (/\bbr\b/.test(accepted)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
    return reply.header('content-encoding', 'br').send(await brotli(page, { params }))
  }
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(await gzipped(page))
  return reply.send(page)
}

/** Files beside the page: icons, the manifest. */
async function rootFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name !== 'index.html' && !/\.(br|gz|map)$/.test(entry.name))
    .map((entry) => entry.name)
}

/** Puts the brand and the nonce into the page. In a script element only `<` could end it, so it is written as an escape. */
function fill(template: string, nonce: string, boot: Boot, isAbsent: boolean): string {
  const json = JSON.stringify(boot).replaceAll('<', '\\u003c')
  const page = isAbsent ? ' data-page="absent"' : ''
  return template
    .replaceAll('__NONCE__', nonce)
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
