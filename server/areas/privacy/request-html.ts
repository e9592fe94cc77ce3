import type { AskedKind } from '#contract/privacy/choices.ts'
import { appealFor_days, stateLaws } from '#contract/privacy/state-laws.ts'
import type { Text } from '#i18n/arabic.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'
import { choiceButton, field, form, hiddenField, textField, type Say } from './form-html.ts'
import { paragraph } from './page-frame.ts'
import type { ShownRequest } from './requests.ts'

export interface OpenedRequest {
  kind: 'request'
  request: ShownRequest
  key: string
  isNew: boolean
  now_ms: number
  /** About the text that was sent. */
  error?: Text
}

/** A request of whoever has its key: its dates, what became of it, and what its person can do now. */
export function requestHtml(say: Say, opened: OpenedRequest): string {
  const { t } = say
  const { request, key, isNew } = opened
  return [
    `<div role="status"><h2>${escapeHtml(t(isNew ? 'Your address is confirmed' : 'Your request'))}</h2>`,
    paragraph(t('Your request has the number {number}.', { number: request.number })),
    `${keyHtml(say, key)}</div>`,
    paragraph(t('Keep both: nobody can tell them to you again.'), 'quiet'),
    datesHtml(say, request),
    ...(request.proved_at === null
      ? [paragraph(t('The person has yet to confirm that you act for them.'))]
      : bodies[request.kind](say, opened)),
  ].join('')
}

export const keyHtml = ({ t }: Say, key: string): string =>
  `<p>${escapeHtml(t('Its key, to come back to it:'))} <code dir="ltr">${escapeHtml(key.replaceAll(/(.{4})(?=.)/g, '$1-'))}</code></p>`

const kindTexts: Readonly<Record<AskedKind, Text>> = {
  see: 'See what is held',
  delete: 'Delete what is held',
  correct: 'Correct what is held',
}

function datesHtml({ t, language }: Say, request: ShownRequest): string {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  const law = request.state_code === null ? undefined : stateLaws[request.state_code]
  const facts: [Text, string | Date | null][] = [
    ['What you asked for', t(kindTexts[request.kind])],
    ['Law', law ? [law.name, law.statute].filter((part) => part !== null).join(', ') : null],
    ['Asked by', request.agent || null],
    ['Date of the request', request.received_at],
    ['Address confirmed', request.proved_at],
    [request.kind === 'see' ? 'First answered' : 'Answered', request.done_at],
    ['To be answered by', request.done_at && request.kind !== 'see' ? null : request.due_at],
    ['Extended, because', request.extension_reason || null],
    ['Date of the appeal', request.appealed_at],
    ['Appeal answered', request.appeal_decided_at],
    ['Appeal to be answered by', request.appeal_decided_at ? null : request.appeal_due_at],
  ]
  const rows = facts.flatMap(([label, fact]) =>
    fact
      ? [
          `<dt>${escapeHtml(t(label))}</dt><dd><bdi>${escapeHtml(fact instanceof Date ? day.format(fact) : fact)}</bdi></dd>`,
        ]
      : [],
  )
  return `<dl>${rows.join('')}</dl>`
}

const bodies: Readonly<Record<AskedKind, (say: Say, opened: OpenedRequest) => string[]>> = {
  see: (say, { request, key }) => [
    request.hashes === null
      ? paragraph(say.t('Its time is over, and the address is forgotten. Ask again to see what is held now.'))
      : fileHtml(say, request.number, key),
  ],
  delete: ({ t }, { request }) => [
    ...(request.done_at === null
      ? [
          paragraph(
            t('Whatever is held about the person with this address is being deleted. It takes minutes, rarely hours.'),
          ),
          paragraph(t('Come back with number and key to see that it is done.')),
        ]
      : [
          paragraph(t('Whatever was held about the person with this address is deleted, and never comes back.')),
          paragraph(t('Whoever got it from us was told to delete it as well.')),
        ]),
    paragraph(
      t(
        'Kept are a code from which nobody can read the address, so that it stays deleted, and for 24 months the record of this request.',
      ),
      'quiet',
    ),
  ],
  correct: correctionHtml,
}

function correctionHtml(say: Say, { request, key, error, now_ms }: OpenedRequest): string[] {
  const { t } = say
  const signs = [hiddenField('number', request.number), hiddenField('key', key)]
  if (request.outcome === 'done' || request.appeal_outcome === 'done')
    return [paragraph(t('What is held has been corrected.')), ...answerHtml(say, request)]
  if (request.outcome === 'refused')
    return [...refusalHtml(say, request), ...appealHtml(say, { request, signs, error, now_ms })]
  if (request.has_wish) return [paragraph(t('What you wrote is being checked. The answer will stand here.'))]
  return [
    `<h2>${escapeHtml(t('What is wrong?'))}</h2>`,
    paragraph(t('Say what is wrong, for example name, address or phone number, and how it should be.')),
    form(say, 'wish', 'Send', [...signs, textField(say, { name: 'text', label: 'Your correction', value: '', error })]),
  ]
}

/** In the operator's own words. */
const answerHtml = ({ t }: Say, { answer, appeal_answer }: ShownRequest): string[] =>
  [answer, appeal_answer]
    .filter((text) => text !== '')
    .map((text) => `<p>${escapeHtml(t('Answer:'))} <bdi>${escapeHtml(text)}</bdi></p>`)

const refusalHtml = (say: Say, request: ShownRequest): string[] => [
  paragraph(
    say.t(
      request.appeal_outcome === 'refused' ? 'The request and the appeal were refused.' : 'The request was refused.',
    ),
  ),
  ...answerHtml(say, request),
  paragraph(say.t('You can also complain to {authority}.', { authority: authorityOf(say, request.state_code) })),
]

/** Who watches over the law of a state. Addresses only where they were read. */
function authorityOf({ t }: Say, stateCode: string | null): string {
  if (stateCode === 'CA') return 'California Privacy Protection Agency (cppa.ca.gov)'
  const state = stateCode === null ? undefined : stateLaws[stateCode]?.name
  return state === undefined ? t('the attorney general of your state') : t('the attorney general of {state}', { state })
}

function appealHtml(
  say: Say,
  { request, signs, error, now_ms }: Pick<OpenedRequest, 'request' | 'error' | 'now_ms'> & { signs: string[] },
): string[] {
  if (request.appealed_at !== null)
    return request.appeal_decided_at === null ? [paragraph(say.t('Your appeal is being checked.'))] : []
  if (now_ms > request.done_at!.getTime() + appealFor_days * 86_400_000) return []
  return [
    `<h2>${escapeHtml(say.t('Appeal'))}</h2>`,
    paragraph(say.t('Say why, within 60 days of the answer, and it is looked at again.')),
    form(say, 'appeal', 'Appeal', [
      ...signs,
      textField(say, { name: 'text', label: 'Why it should be corrected', value: '', error }),
    ]),
  ]
}

const fileHtml = (say: Say, number: string, key: string): string =>
  [
    `<h2>${escapeHtml(say.t('Your data as a file'))}</h2>`,
    paragraph(say.t('The file names kinds of data, sources, and every company that got them, with dates.')),
    paragraph(
      say.t(
        'Others may read your email. To see the data themselves, also state your last name and ZIP code as we hold them.',
      ),
    ),
    form(say, 'file', 'Download it for software (JSON)', [
      hiddenField('number', number),
      hiddenField('key', key),
      field(say, {
        name: 'last_name',
        label: 'Last name (optional)',
        value: '',
        isOptional: true,
        attributes: 'autocomplete="family-name" maxlength="100"',
      }),
      field(say, {
        name: 'zip',
        label: 'ZIP code (optional)',
        value: '',
        isOptional: true,
        attributes: 'autocomplete="postal-code" maxlength="10"',
      }),
      `<label class="box"><input type="checkbox" name="declared" value="yes"> ${escapeHtml(say.t('I declare that I am this person, or act with their signed permission.'))}</label>`,
      choiceButton(say, 'format', 'pdf', 'Download it to read (PDF)'),
    ]),
  ].join('')
