import { escapeHtml } from '#server/platform/escape-html.ts'
import { readEmailAddress } from '#contract/core/email-address.ts'
import { sentences } from '#contract/core/sentences.ts'
import { privacyChoicesPath, privacyReportPath, privacyRequestsPath } from '#contract/privacy/choices-path.ts'
import type { Text } from '#i18n/arabic.ts'
import { findHost } from '#server/areas/branding/find-host.ts'
import { readBoot } from '#server/areas/branding/read-brand.ts'
import type { FormPage, FormVisit } from '#server/platform/http/form-pages.ts'
import type { Platform } from '#server/platform/platform.ts'
import { translatorOf, type Translate } from '#server/platform/translate.ts'
import { optOut } from './opt-out.ts'
import { documentHtml, paragraph } from './page-frame.ts'

/** Where people who have no account say what may be done with their data: on each host, under its brand. */
export const privacyChoicesPage: FormPage = {
  path: privacyChoicesPath,
  // Enough for a household or an office behind one address, far too few to fill the records.
  limit: { count: 30, perSeconds: 3_600 },
  show: (platform, visit, problem) =>
    pageOf(platform, visit, { kind: 'form', email: '', ...(problem && { error: problem }) }),
  async take(platform, visit, form) {
    const owner = await findHost(platform, visit.host)
    if (!owner) return null
    const input = form.get('email') ?? ''
    const email = readEmailAddress(input)
    const state: State =
      email === null
        ? { kind: 'form', email: input.slice(0, 254), error: sentences.email }
        : { kind: 'done', number: await optOut(platform, visit.host, owner, email) }
    const html = await pageOf(platform, visit, state)
    if (html === null) return null
    return email === null ? { html, status: 422 } : { html }
  },
}

type State = { kind: 'form'; email: string; error?: Text } | { kind: 'done'; number: string }

async function pageOf(platform: Platform, visit: FormVisit, state: State): Promise<string | null> {
  const boot = await readBoot(platform, visit.host)
  if (!boot) return null
  const t = await translatorOf(visit.language)
  const isSignaled = visit.headers['sec-gpc'] === '1'
  const address = `${privacyChoicesPath}?language=${visit.language}`
  const main = state.kind === 'form' ? formHtml(t, address, state) : doneHtml(t, address, state.number)
  return documentHtml({
    visit,
    t,
    brand: boot.brand,
    path: privacyChoicesPath,
    title: 'Your privacy choices',
    main: [
      main,
      `<h2>${escapeHtml(t('Your browser’s signal'))}</h2>${paragraph(t(isSignaled ? signalOn : signalOff))}`,
      `<h2>${escapeHtml(t('What is held about you'))}</h2>`,
      `<p><a href="${privacyRequestsPath}?language=${visit.language}">${escapeHtml(t('See it, or look up a request'))}</a></p>`,
      `<p><a href="${privacyReportPath}?language=${visit.language}">${escapeHtml(t('Daily privacy report'))}</a></p>`,
    ].join(''),
  })
}

const signalOn: Text =
  'Your browser sends Global Privacy Control. We honor it: as long as it is on, visits with this browser identify nobody.'
const signalOff: Text =
  'Your browser doesn’t send Global Privacy Control. Where it is on, visits with that browser identify nobody, on any site.'

function formHtml(t: Translate, address: string, { email, error }: Extract<State, { kind: 'form' }>): string {
  const problem = error === undefined ? '' : `<p id="problem" role="alert">${escapeHtml(t(error))}</p>`
  const invalid = error === undefined ? '' : ' aria-invalid="true" aria-describedby="problem" autofocus'
  return [
    paragraph(
      t('Some visitors of our clients’ web sites are identified, and their contact details are sold to the site.'),
    ),
    paragraph(t('Here you say that yours must not be. You need no account, and it costs nothing.')),
    `<h2>${escapeHtml(t('Do not sell or share my personal information'))}</h2>`,
    // One field: nothing more may be asked for than what the request needs.
    `<form method="post" action="${address}"><label for="email">${escapeHtml(t('Email address'))}</label>`,
    `<input id="email" name="email" type="text" inputmode="email" autocomplete="email" dir="ltr" required maxlength="254" value="${escapeHtml(email)}"${invalid}>`,
    problem,
    `<button>${escapeHtml(t('Opt out'))}</button></form>`,
    paragraph(t('It takes effect at once. If you use several addresses, opt out with each of them.'), 'quiet'),
    paragraph(t('An agent may opt out for someone in the same way.'), 'quiet'),
  ].join('')
}

const doneHtml = (t: Translate, address: string, number: string): string =>
  [
    `<div role="status"><h2>${escapeHtml(t('You have opted out'))}</h2>`,
    paragraph(t('From now on nobody is identified by this address, and it is neither sold nor shared.')),
    paragraph(t('Whoever got it from us before is told to delete it, within 15 business days at most.')),
    paragraph(t('Your request has the number {number}.', { number })),
    '</div>',
    paragraph(t('Everybody gets this answer: it doesn’t tell whether we know the address.'), 'quiet'),
    `<p><a href="${address}">${escapeHtml(t('Opt out with another address'))}</a></p>`,
  ].join('')
