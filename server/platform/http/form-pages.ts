import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLanguage, type Language } from '#contract/core/language.ts'
import { Failure } from '../failure.ts'
import { networkOf } from '../network-address.ts'
import type { Platform } from '../platform.ts'
import { languageOf } from './language-of.ts'
import type { Limiter, Rate } from './limits.ts'
import { addressOf, assertSameOrigin, hostOf } from './request-facts.ts'
import { formPageHeaders } from './security-headers.ts'

/** Who looks at a form page. */
export interface FormVisit {
  host: string
  language: Language
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** What the page's style element carries, so that only it is applied. */
  nonce: string
}

/** A page that works without JavaScript, at a plain address. Not part of the contract: browsers alone use it. */
export interface PlainPage {
  path: `/${string}`
  /** The page as HTML, with what went wrong, if anything; null on a host that has none. */
  show(platform: Platform, visit: FormVisit, problem?: typeof tooMany): Promise<string | null>
}

/** The same with a form. */
export interface FormPage extends PlainPage {
  /** How often one network may send the form. */
  limit: Rate
  /** Takes the form, and returns the page that says what came of it. `status` is 422 if a field must be corrected. */
  take(platform: Platform, visit: FormVisit, form: URLSearchParams): Promise<FormAnswer | null>
}

/** A page, or a file to keep. */
export type FormAnswer = { html: string; status?: 422 } | { file: FormFile }
export interface FormFile {
  name: string
  contentType: 'application/json; charset=utf-8' | 'application/pdf'
  content: string | Buffer
}

const longestForm_bytes = 16 * 1024

export function mountFormPages(
  app: FastifyInstance,
  platform: Platform,
  limiter: Limiter,
  pages: readonly (PlainPage | FormPage)[],
): void {
  for (const page of pages) {
    app.get(page.path, async (request, reply) => {
      const visit = visitOf(request)
      return send(reply, visit, await page.show(platform, visit))
    })
    if (!('take' in page)) continue
    app.post(page.path, { bodyLimit: longestForm_bytes }, async (request, reply) => {
      assertSameOrigin(request)
      const visit = visitOf(request)
      try {
        await limiter.count(`form ${page.path}`, networkOf(addressOf(request, platform)), page.limit)
      } catch (error) {
        if (!(error instanceof Failure && error.code === 'too_many')) throw error
        // People read it, not a program.
        reply.status(429).header('retry-after', String(error.retryAfterSeconds ?? page.limit.perSeconds))
        return send(reply, visit, await page.show(platform, visit, tooMany))
      }
      const answer = await page.take(platform, visit, new URLSearchParams(textOf(request)))
      if (answer && 'file' in answer) return sendFile(reply, visit, answer.file)
      return send(reply.status(answer?.status ?? 200), visit, answer?.html ?? null)
    })
  }
}

const tooMany = 'Too many requests. Please try again later.'

function send(reply: FastifyReply, { nonce }: FormVisit, html: string | null): FastifyReply {
  if (html === null) throw new Failure('not_found')
  return reply.headers(formPageHeaders(nonce)).type('text/html; charset=utf-8').send(html)
}

const sendFile = (reply: FastifyReply, { nonce }: FormVisit, file: FormFile): FastifyReply =>
  reply
    .headers(formPageHeaders(nonce))
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .type(file.contentType)
    .send(file.content)

/** Only a form's body: JSON arrives as a string, too. */
function textOf(request: FastifyRequest): string {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')
  return isForm && typeof request.body === 'string' ? request.body : ''
}

/** Without JavaScript a language is chosen by a link, and kept by the form's address. */
function visitOf(request: FastifyRequest): FormVisit {
  const { language } = request.query as { language?: unknown }
  return {
    host: hostOf(request),
    language: isLanguage(language) ? language : languageOf(request.headers),
    headers: request.headers,
    nonce: randomBytes(16).toString('base64'),
  }
}
