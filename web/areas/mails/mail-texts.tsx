import { Button, Group, Skeleton, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Language } from '#contract/core/language.ts'
import { listMailSamples } from '#contract/mails/mail-samples.ts'
import {
  listMailTexts,
  maxWords,
  placeholdersIn,
  problemOfWords,
  saveMailText,
  type MailText,
} from '#contract/mails/mail-texts.ts'
import { useAction, useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { notifyDone } from '../../shells/notify.tsx'
import styles from './mail-samples.module.css'

type MailPlace = { companyId: string; name: string; lang: Language }

/** The sentences of a mail, each of which the company may put in its own words. */
export function MailTexts({ mail }: { mail: MailPlace }) {
  const t = useT()
  const { companyId, name, lang } = mail
  const { data, error, refetch } = useCall(listMailTexts, { params: { companyId }, query: { name, lang } })
  if (error && !data) return <FailureNote failure={error} onRetry={refetch} />
  if (!data) return <Skeleton height={240} radius="md" />
  return (
    <div className={styles.samples}>
      <p className={styles.lead}>
        {t(
          'Your words replace ours wherever this sentence appears in your emails. What stands in braces is filled in.',
        )}
      </p>
      {data.data.map((text) => (
        <TextField key={`${lang} ${text.source} ${text.words ?? ''}`} mail={mail} text={text} />
      ))}
    </div>
  )
}

function TextField({ mail, text }: { mail: MailPlace; text: MailText }) {
  const t = useT()
  const { source, is_subject: isSubject, standard, words } = text
  const [draft, setDraft] = useState(words ?? standard)
  const save = useAction(saveMailText, {
    invalidates: [listMailTexts, listMailSamples],
    onDone: ({ message }) => notifyDone(t(message)),
  })
  const names = placeholdersIn(source).map((name) => isolate(`{${name}}`))
  const problem = problemOfWords(draft, source)
  const problemText =
    problem === 'braces'
      ? t('Use braces only around placeholders.')
      : problem === 'placeholder'
        ? t('This sentence has no such placeholder. Use those it has.')
        : undefined
  const keep = (value: string | null): void => save.mutate({ body: { ...mail, source, words: value } })
  return (
    <div className={styles.sentence}>
      <Textarea
        label={isSubject ? t('Subject') : t('Sentence')}
        description={names.length > 0 ? t('Placeholders: {names}', { names: names.join(' ') }) : undefined}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        error={problemText ?? save.error?.message}
        maxLength={maxWords}
        dir={mail.lang === 'ar' ? 'rtl' : 'ltr'}
        lang={mail.lang}
        autosize
        minRows={1}
      />
      <Group gap="sm">
        <Button
          size="xs"
          disabled={problem !== null || draft.trim() === '' || draft.trim() === (words ?? standard)}
          loading={save.isPending}
          onClick={() => keep(draft)}
        >
          {t('Save')}
        </Button>
        {words !== null && (
          <Button size="xs" variant="default" disabled={save.isPending} onClick={() => keep(null)}>
            {t('Back to the standard text')}
          </Button>
        )}
      </Group>
      <Versions text={text} />
    </div>
  )
}

function Versions({ text: { versions, standard } }: { text: MailText }) {
  const t = useT()
  const format = useFormat()
  if (versions.length === 0) return null
  return (
    <details>
      <summary>{t('Earlier texts')}</summary>
      <ul className={styles.versions}>
        {versions.map(({ words, by, at }) => (
          <li key={at}>
            <bdi>{words ?? standard}</bdi>{' '}
            <small>
              <bdi>{by}</bdi> · <time dateTime={at}>{format.when(at)}</time>
            </small>
          </li>
        ))}
      </ul>
    </details>
  )
}
