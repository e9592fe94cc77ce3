import type { Language } from '#contract/core/language.ts'
import {
  listMailTexts,
  problemOfWords,
  saveMailText,
  shownVersions,
  type MailText,
} from '#contract/mails/mail-texts.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { settingsTarget } from '#server/areas/tenants/setting.ts'
import { machineTime } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { newId } from '#server/platform/ids.ts'
import { translatorOf } from '#server/platform/translate.ts'
import type { Text } from '#i18n/arabic.ts'
import type { MailSamples } from '../mail-sample.ts'
import { findSample } from '../samples/find-sample.ts'
import { listenTo, partsOf } from './own-texts.ts'

interface Sentence {
  source: Text
  isSubject: boolean
}

/** The sentences of a mail that can be put in other words. */
async function sentencesOf(samples: MailSamples, name: string, owner: Parameters<typeof findSample>[2]) {
  const sample = findSample(samples, name, owner)
  if (!sample) throw invalid('name', 'No email has this name.')
  const { say, said } = listenTo(await translatorOf('en', 'mail'))
  const content = sample.write(say, 'en', { brand: '', url: (path) => path })
  const parts = partsOf(content)
  const sentences = new Map<Text, Sentence>()
  for (const { text, output } of said)
    if (output.trim() !== '' && parts.some((part) => part.includes(output)))
      sentences.set(text, { source: text, isSubject: content.title.includes(output) })
  return [...sentences.values()].toSorted((one, other) => Number(other.isSubject) - Number(one.isSubject))
}

interface Version {
  source: string
  words: string | null
  by: string
  at: Date
}

async function readVersions(tx: Tx, companyId: string, language: Language, sources: string[]): Promise<Version[]> {
  const { rows } = await tx.query<Version>(
    `select version.source, version.words, coalesce(app_user.full_name, '') as by, version.saved_at as at
       from unnest($3::text[]) as asked (source)
      cross join lateral (
        select * from mail_text
         where mail_text.agency_id = $1 and mail_text.language = $2 and mail_text.source = asked.source
         order by mail_text.id desc limit ${shownVersions}) version
       left join app_user on app_user.id = version.saved_by and app_user.removed_at is null
      order by version.id desc`,
    [companyId, language, sources],
  )
  return rows
}

export const handleListMailTexts =
  (samples: MailSamples): Handler<typeof listMailTexts> =>
  async ({ params, query }, call) => {
    const owner = settingsTarget(call, params.companyId)
    const sentences = await sentencesOf(samples, query.name, owner)
    const sources = sentences.map(({ source }) => source)
    const versions = await call.inScope((tx) => readVersions(tx, owner.companyId, query.lang, sources))
    const say = await translatorOf(query.lang, 'mail')
    const textOf = ({ source, isSubject }: Sentence): MailText => {
      const ofSource = versions.filter((version) => version.source === source)
      return {
        source,
        is_subject: isSubject,
        standard: withPlaceholders(say, source),
        words: ofSource[0]?.words ?? null,
        versions: ofSource.map(({ words, by, at }) => ({ words, by, at: at.toISOString() })),
      }
    }
    return { data: sentences.map(textOf) }
  }

/** A text with its placeholders in it, as its own values. Marks that isolate a value would be typed back as words. */
function withPlaceholders(say: Awaited<ReturnType<typeof translatorOf>>, source: Text): string {
  const values = Object.fromEntries([...source.matchAll(/\{(\w+)\}/g)].map(([whole, name]) => [name!, whole]))
  return say(source, values).replaceAll(/[\u2066-\u2069]/g, '')
}

export const handleSaveMailText =
  (samples: MailSamples): Handler<typeof saveMailText> =>
  async ({ body }, call) => {
    const { name, lang, source } = body
    const owner = settingsTarget(call, body.companyId)
    const sentence = (await sentencesOf(samples, name, owner)).find((one) => one.source === source)
    if (!sentence) throw invalid('source', 'This email has no such sentence.')
    const problem = body.words === null ? null : problemOfWords(body.words, source)
    if (problem === 'braces') throw invalid('words', 'Use braces only around placeholders.')
    if (problem === 'placeholder') throw invalid('words', 'This sentence has no such placeholder. Use those it has.')
    const standard = withPlaceholders(await translatorOf(lang, 'mail'), sentence.source)
    const words = body.words === standard ? null : body.words
    const now_ms = machineTime(call.platform.clock)
    await call.inScope(async (tx) => {
      const [before] = await readVersions(tx, owner.companyId, lang, [source])
      if ((before?.words ?? null) === words) return
      await tx.query(
        `insert into mail_text (agency_id, id, root_id, language, source, words, saved_by, saved_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [owner.companyId, newId(now_ms), owner.rootId, lang, source, words, call.caller.userId, new Date(now_ms)],
      )
      await recordActivity(tx, call, {
        action: 'setting.mailTextSaved',
        target: { kind: 'company', id: owner.companyId },
        from: { text: before?.words ?? standard },
        to: { text: words ?? standard },
      })
    })
    return { result: 'success', message: words === null ? 'The standard text is used again.' : 'The text was saved.' }
  }
