import { Skeleton, Progress, Button, NumberInput } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { type ExclusionLevel, type ExclusionJob, maxGraceDays, saveExclusionRule } from '#contract/exclusions/lists.ts'
import { useAction } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { SubmitError } from '../../shells/failure-note.tsx'
import { notifyDone } from '../../shells/notify.tsx'
import { PageFailure } from '../../shells/page-failure.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { PageLinks } from '../../shells/page-links.tsx'
import { useServerForm } from '../../shells/server-form.ts'
import { StatTile, StatTiles } from '../../shells/stat-tile.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import { ChangesCard } from './changes-card.tsx'
import styles from './exclusions.module.css'
import { PurgeButton } from './purge-button.tsx'
import { UploadCard } from './upload-card.tsx'
import { useList, type ListTarget, listReads } from './use-list.ts'

const reaches: Record<ExclusionLevel, Text> = {
  root: msg('Visitors on this list never become leads.'),
  agency: msg('Visitors on this list never become leads for your clients.'),
  client: msg('Visitors on this list never become leads in your campaigns.'),
  campaign: msg('Visitors on this list never become leads in this campaign.'),
}

export type ListRights = { mayUpload: boolean; mayPurge: boolean; mayUndo: boolean; maySetRule: boolean }

/** An exclusion list of any level: its entries, its history, and the available actions. */
export function ListView(props: { target: ListTarget; rights: ListRights; children?: ReactNode }) {
  const t = useT()
  const format = useFormat()
  const { viewEndsAt } = useMe()
  const { target, rights } = props
  const [page, setPage] = useState(1)
  const answer = useList(target, page)
  const list = answer.data?.data
  if (answer.error && !list) return <PageFailure failure={answer.error} onRetry={answer.refetch} />
  // View mode is read-only.
  const may = (right: boolean): boolean => right && viewEndsAt === null
  return (
    <>
      <PageHeader
        title={t('Exclusion List')}
        description={
          <>
            {target.level === 'campaign' && list && (
              <>
                <bdi>{list.name}</bdi> ·{' '}
              </>
            )}
            {t(reaches[target.level])}
          </>
        }
        actions={may(rights.mayPurge) && <PurgeButton target={target} />}
      />
      <div className={styles.page}>
        <StatTiles>
          <StatTile
            label={t('Addresses on the list')}
            value={list && format.number(list.addresses)}
            note={t('Takes effect as soon as an upload is done.')}
            icon={<IconBan size={18} stroke={1.75} />}
          />
        </StatTiles>
        {may(rights.mayUpload) && <UploadCard target={target} />}
        {list ? (
          <>
            <ProgressCard jobs={list.jobProgress} />
            <ChangesCard target={target} changes={list.changes} mayUndo={may(rights.mayUndo)}>
              <PageLinks page={page} lastPage={list.last_page} onPage={setPage} />
            </ChangesCard>
            <RuleCard graceDays={list.grace_days} mayEdit={may(rights.maySetRule)} />
          </>
        ) : (
          <Skeleton height={160} radius="lg" />
        )}
        {props.children}
      </div>
    </>
  )
}

/** Uploads being processed, with the progress that their jobs report. */
function ProgressCard({ jobs }: { jobs: readonly ExclusionJob[] }) {
  const t = useT()
  const format = useFormat()
  if (jobs.length === 0) return null
  return (
    <TitledCard title={t('In progress')}>
      <ul className={styles.lines}>
        {jobs.map((job) => (
          <li key={job.id}>
            <div className={styles.jobHead}>
              <bdi className={styles.name}>{job.filename}</bdi>
              <span className={styles.muted}>
                {t('{done} of {total} rows', {
                  done: format.number(job.current_row),
                  total: format.number(job.total_row),
                })}
              </span>
            </div>
            <Progress value={job.percentage} aria-label={job.filename} />
          </li>
        ))}
      </ul>
    </TitledCard>
  )
}

/** The rule for crediting leads: everyone can read it, only the operator can change it. */
function RuleCard({ graceDays, mayEdit }: { graceDays: number; mayEdit: boolean }) {
  const t = useT()
  return (
    <TitledCard title={t('Lead credits')}>
      <p className={styles.about}>
        {graceDays === 0
          ? t('Leads whose address is excluded later are not credited.')
          : t(
              '{days, plural, one {A lead whose address is excluded within a day of its capture is credited: to the client by the agency, to the agency by the platform.} other {A lead whose address is excluded within # days of its capture is credited: to the client by the agency, to the agency by the platform.}}',
              { days: graceDays },
            )}
      </p>
      {mayEdit && <RuleForm graceDays={graceDays} />}
    </TitledCard>
  )
}

function RuleForm({ graceDays }: { graceDays: number }) {
  const t = useT()
  const save = useAction(saveExclusionRule, { invalidates: listReads })
  const { form, formRef, onSubmit, submitError, submitting } = useServerForm({
    initialValues: { grace_days: graceDays as number | string },
    validate: { grace_days: (value) => (Number.isInteger(value) ? null : t('Enter a whole number.')) },
    send: ({ grace_days }) => save.mutateAsync({ body: { grace_days: Number(grace_days) } }),
    onDone: ({ message }: { message: string }) => notifyDone(t(message)),
  })
  return (
    <form ref={formRef} onSubmit={onSubmit} className={styles.rule} noValidate>
      <SubmitError failure={submitError} />
      <NumberInput
        label={t('Grace period in days')}
        description={t('Enter 0 to disable.')}
        min={0}
        max={maxGraceDays}
        allowDecimal={false}
        allowNegative={false}
        {...form.getInputProps('grace_days')}
      />
      <Button type="submit" loading={submitting}>
        {t('Save')}
      </Button>
    </form>
  )
}
