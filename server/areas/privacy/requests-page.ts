import { readEmailAddress } from '#contract/core/email-address.ts'
import { sentences } from '#contract/core/sentences.ts'
import { privacyRequestsPath } from '#contract/privacy/choices-path.ts'
import type { AskedKind } from '#contract/privacy/choices.ts'
import { stateLaws } from '#contract/privacy/state-laws.ts'
import type { Text } from '#i18n/arabic.ts'
import { findHost, type HostOwner } from '#server/areas/branding/find-host.ts'
import { readBoot } from '#server/areas/branding/read-brand.ts'
import type { FormAnswer, FormFile, FormPage, FormVisit } from '#server/platform/http/form-pages.ts'
import type { Platform } from '#server/platform/platform.ts'
import { translatorOf } from '#server/platform/translate.ts'
import { readHeldFile } from './held-file.ts'
import { drawHeldPaper } from './held-paper.ts'
import { documentHtml } from './page-frame.ts'
import { figuresHtml } from './records/figures-html.ts'
import { readPublicFigures } from './records/public-figures.ts'
import { maxText } from './form-html.ts'
import { mainHtml, type State } from './requests-html.ts'
import { readSigns } from './request-signs.ts'
import { markAnswered, openRequest, proveRequest, saveAppeal, saveWish, startRequest } from './requests.ts'

/** Where people who have no account ask what is held about them. Numbers, codes and keys travel in forms, never in addresses. */
export const privacyRequestsPage: FormPage = {
  path: privacyRequestsPath,
  // Each mails a code, or tries one: few enough that nobody's mailbox is filled from one network.
  limit: { count: 20, perSeconds: 3_600 },
  show: (platform, visit, problem) => pageOf(platform, visit, { ...blank, ...(problem && { error: problem }) }),
  async take(platform, visit, form) {
    const owner = await findHost(platform, visit.host)
    if (!owner) return null
    const step = steps[form.get('step') ?? ''] ?? start
    const answer = await step({ platform, visit, owner, form })
    if ('file' in answer) return answer
    const html = await pageOf(platform, visit, answer)
    if (html === null) return null
    return ('error' in answer && answer.error !== undefined) ||
      ('agentError' in answer && answer.agentError !== undefined)
      ? { html, status: 422 }
      : { html }
  },
}

interface Sent {
  platform: Platform
  visit: FormVisit
  owner: HostOwner
  form: URLSearchParams
}
type Outcome = State | Extract<FormAnswer, { file: unknown }>

async function start({ platform, visit, owner, form }: Sent): Promise<Outcome> {
  const input = form.get('email') ?? ''
  const email = readEmailAddress(input)
  const state = form.get('state') ?? ''
  const agent = (form.get('agent') ?? '').trim()
  const kind = askedKinds.find((one) => one === form.get('kind')) ?? 'see'
  const stateCode = Object.hasOwn(stateLaws, state) ? state : null
  if (email === null)
    return {
      kind: 'start',
      asked: kind,
      stateCode: stateCode ?? '',
      email: input.slice(0, 254),
      agent: agent.slice(0, maxAgent),
      error: sentences.email,
    }
  const problem = problemOfAgent(agent, form.get('permission') === 'yes')
  if (problem !== null)
    return {
      kind: 'start',
      asked: kind,
      stateCode: stateCode ?? '',
      email,
      agent: agent.slice(0, maxAgent),
      agentError: problem,
    }
  const { host, language } = visit
  const { number, agentKey } = await startRequest(platform, owner, { kind, host, email, stateCode, language, agent })
  return agentKey === null ? { kind: 'code', number } : { kind: 'agent', number, key: agentKey }
}

const maxAgent = 60
/** A name and nothing else: it is mailed to whomever the agent names. */
const agentName = /^\p{L}[\p{L}\p{M} .,&'’-]*$/u

function problemOfAgent(agent: string, hasPermission: boolean): Text | null {
  if (agent === '') return null
  if (agent.length > maxAgent || !agentName.test(agent) || /\.\S/.test(agent)) return noName
  return hasPermission ? null : noPermission
}
const noName: Text = 'Enter a name of at most 60 letters.'
const noPermission: Text = 'Declare that you have the person’s signed permission.'

const askedKinds: readonly AskedKind[] = ['see', 'delete', 'correct']
const blank: State = { kind: 'start', asked: 'see', stateCode: '', email: '', agent: '' }

async function prove({ platform, owner, form }: Sent): Promise<Outcome> {
  const number = readSigns(form.get('number'))
  const key = await proveRequest(platform, owner, { number, code: readSigns(form.get('code')) })
  return key === null
    ? { kind: 'code', number, error: wrongCode }
    : open(platform, owner, { number, key }, { isNew: true })
}

async function open(
  platform: Platform,
  owner: HostOwner,
  signs: { number: string; key: string },
  shown: { isNew?: true; error?: Text } = {},
): Promise<State> {
  const request = await openRequest(platform, owner, signs)
  return request === null
    ? { kind: 'find', ...signs, error: noSuchRequest }
    : { kind: 'request', request, key: signs.key, isNew: false, now_ms: platform.clock.now(), ...shown }
}

const look = ({ platform, owner, form }: Sent): Promise<Outcome> => open(platform, owner, typedIn(form))

async function fetchFile({ platform, visit, owner, form }: Sent): Promise<Outcome> {
  const signs = typedIn(form)
  const request = await openRequest(platform, owner, signs)
  if (request === null || request.proved_at === null || request.hashes === null || request.kind !== 'see')
    return open(platform, owner, signs)
  const heldFile = await readHeldFile(
    platform,
    owner,
    { ...request, hashes: request.hashes },
    {
      lastName: form.get('last_name') ?? '',
      zip: form.get('zip') ?? '',
      isDeclared: form.get('declared') === 'yes',
    },
  )
  const name = `privacy-request-${request.number}`
  const file: FormFile =
    form.get('format') === 'pdf'
      ? {
          name: `${name}.pdf`,
          contentType: 'application/pdf',
          content: await drawHeldPaper(platform, owner, visit.language, heldFile),
        }
      : {
          name: `${name}.json`,
          contentType: 'application/json; charset=utf-8',
          content: `${JSON.stringify(heldFile, null, 2)}\n`,
        }
  await markAnswered(platform, owner, request.id)
  return { file }
}

/** Keeps what somebody wrote about their own request. */
const write =
  (save: typeof saveWish) =>
  async ({ platform, owner, form }: Sent): Promise<Outcome> => {
    const signs = typedIn(form)
    const text = (form.get('text') ?? '').replaceAll('\r\n', '\n').trim()
    if (text === '' || text.length > maxText) return open(platform, owner, signs, { error: noText })
    const request = await openRequest(platform, owner, signs)
    if (request?.proved_at) await save(platform, owner, request.id, text)
    return open(platform, owner, signs)
  }

const steps: Readonly<Record<string, (sent: Sent) => Promise<Outcome>>> = {
  start,
  prove,
  look,
  file: fetchFile,
  wish: write(saveWish),
  appeal: write(saveAppeal),
}

const typedIn = (form: URLSearchParams) => ({ number: readSigns(form.get('number')), key: readSigns(form.get('key')) })

const wrongCode: Text = 'This code is wrong or no longer works. After five tries or 15 minutes, ask again for another.'
const noText: Text = 'Write between 1 and 1,000 characters.'
const noSuchRequest: Text = 'There is no request with this number and key.'

async function pageOf(platform: Platform, visit: FormVisit, state: State): Promise<string | null> {
  const boot = await readBoot(platform, visit.host)
  if (!boot) return null
  const t = await translatorOf(visit.language)
  const main = mainHtml(t, visit.language, state)
  const figures =
    state.kind === 'start' ? figuresHtml(t, boot.brand.name, await readPublicFigures(platform, visit.host)) : ''
  return documentHtml({
    visit,
    t,
    brand: boot.brand,
    path: privacyRequestsPath,
    title: 'What is held about you',
    main: main + figures,
  })
}
