import { Button, Group, SegmentedControl, Select, Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { Language } from '#contract/core/language.ts'
import { mailKindNames, mailKinds } from '#contract/mails/kinds.ts'
import { listMailSamples, sendMailSample } from '#contract/mails/mail-samples.ts'
import { useAction, useCall } from '../../api/hooks.ts'
import { useLanguage, useT } from '../../i18n/texts.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { notifyDone } from '../../shells/notify.tsx'
import type { SettingsTarget } from '../../shells/settings/settled.ts'
import { TitledCard } from '../../ui/titled-card.tsx'
import { MailTexts } from './mail-texts.tsx'
import { StoppedAddressesCard } from './stopped-addresses-card.tsx'
import styles from './mail-samples.module.css'

type Sample = { name: string; kind: keyof typeof mailKinds; subject: string; text: string }
type Look = 'light' | 'dark' | 'text' | 'words'

/** Every email that is sent in the company's name, with invented data. */
export function MailSamplesSection({ company }: { company: SettingsTarget }) {
  const t = useT()
  const [lang, setLang] = useState(useLanguage() as Language)
  const [look, setLook] = useState<Look>('light')
  const [name, setName] = useState('lead')
  const { data, error, refetch } = useCall(
    listMailSamples,
    { params: { companyId: company.companyId }, query: { lang } },
    { keepPrevious: true },
  )
  const samples: readonly Sample[] = data?.data ?? []
  const sample = samples.find((one) => one.name === name) ?? samples[0]
  return (
    <div className={styles.samples}>
      <TitledCard title={t('Emails')}>
        <p className={styles.lead}>{t('What your people and clients get, with invented data and your brand.')}</p>
        {error && !data && <FailureNote failure={error} onRetry={refetch} />}
        {!error && !sample && <Skeleton height={480} radius="lg" />}
        {sample && (
          <div className={styles.samples}>
            <SampleChoice samples={samples} sample={sample} onChoose={setName} />
            <Group gap="sm">
              <SegmentedControl
                aria-label={t('Language')}
                value={lang}
                onChange={(value) => setLang(value as Language)}
                data={[
                  { value: 'en', label: 'English' },
                  { value: 'ar', label: 'العربية' },
                ]}
              />
              <SegmentedControl
                aria-label={t('Preview')}
                value={look}
                onChange={(value) => setLook(value as Look)}
                data={[
                  { value: 'light', label: t('Light') },
                  { value: 'dark', label: t('Dark') },
                  { value: 'text', label: t('Plain text') },
                  { value: 'words', label: t('Change texts') },
                ]}
              />
              <SendSample companyId={company.companyId} name={sample.name} lang={lang} />
            </Group>
            {look === 'words' ? (
              <MailTexts mail={{ companyId: company.companyId, name: sample.name, lang }} />
            ) : (
              <SampleView sample={sample} lang={lang} look={look} />
            )}
          </div>
        )}
      </TitledCard>
      <StoppedAddressesCard companyId={company.companyId} />
    </div>
  )
}

type ChoiceProps = { samples: readonly Sample[]; sample: Sample; onChoose: (name: string) => void }

function SampleChoice({ samples, sample, onChoose }: ChoiceProps) {
  const t = useT()
  const groups = mailKindNames.map((kind) => ({
    group: t(mailKinds[kind].label),
    items: samples.filter((one) => one.kind === kind).map((one) => ({ value: one.name, label: one.subject })),
  }))
  return (
    <Select
      label={t('Email')}
      data={groups.filter(({ items }) => items.length > 0)}
      value={sample.name}
      onChange={(value) => value !== null && onChoose(value)}
      allowDeselect={false}
      searchable
    />
  )
}

function SampleView({ sample, lang, look }: { sample: Sample; lang: Language; look: Exclude<Look, 'words'> }) {
  const t = useT()
  if (look === 'text')
    return (
      <pre className={styles.text} dir={lang === 'ar' ? 'rtl' : 'ltr'} lang={lang}>
        {sample.text}
      </pre>
    )
  return (
    <iframe
      className={styles.frame}
      title={t('Preview')}
      src={`/api/mail-samples/${sample.name}?lang=${lang}&theme=${look}`}
    />
  )
}

function SendSample({ companyId, name, lang }: { companyId: string; name: string; lang: Language }) {
  const t = useT()
  const send = useAction(sendMailSample, { invalidates: [], onDone: ({ message }) => notifyDone(t(message)) })
  return (
    <>
      <Button
        variant="default"
        loading={send.isPending}
        onClick={() => send.mutate({ body: { companyId, name, lang } })}
      >
        {t('Send to me')}
      </Button>
      {send.error && <FailureNote failure={send.error} />}
    </>
  )
}
