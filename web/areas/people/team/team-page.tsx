import { Button, Skeleton } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { listTeam, removeColleague, type Colleague } from '#contract/people/team.ts'
import { teamRights } from '#contract/people/team-rights.ts'
import { useCall } from '../../../api/hooks.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { joinWords, useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { ConfirmAction } from '../../../shells/confirm-action.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import { StatusBadge } from '../../../shells/status-badge.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { Card } from '../../../ui/card.tsx'
import { MailLink } from '../../../ui/contact-links.tsx'
import { ColleagueDialog } from './colleague-dialog.tsx'
import { rightTexts } from './right-texts.ts'
import styles from './team.module.css'

/** A client's own people, what each may do, and invitations. */
export function TeamPage() {
  const t = useT()
  const { access, viewEndsAt } = useMe()
  const team = useCall(listTeam, {})
  const [dialog, setDialog] = useState<{ colleague: Colleague | null } | null>(null)
  const [colleagueToRemove, setColleagueToRemove] = useState<Colleague | null>(null)
  const mayManage = viewEndsAt === null && (access.team?.includes('manage') ?? true)
  const invite = mayManage && (
    <Button leftSection={<IconUserPlus size={16} />} onClick={() => setDialog({ colleague: null })}>
      {t('Invite colleague')}
    </Button>
  )
  const people = team.data?.data
  return (
    <>
      <PageHeader
        title={t('Team')}
        description={t('Who works with you here, and what they may do.')}
        actions={invite}
      />
      <Card flush>
        {team.error && !people && <FailureNote failure={team.error} onRetry={team.refetch} />}
        {!people && !team.error && <Skeleton height={64} m="lg" />}
        {people && (
          <ul className={styles.list}>
            {people.map((colleague) => (
              <Line
                key={colleague.id}
                colleague={colleague}
                mayManage={mayManage}
                onEdit={() => setDialog({ colleague })}
                onRemove={() => setColleagueToRemove(colleague)}
              />
            ))}
          </ul>
        )}
      </Card>
      {dialog && <ColleagueDialog colleague={dialog.colleague} onClose={() => setDialog(null)} />}
      {colleagueToRemove && (
        <ConfirmAction
          title={t('Remove this person?')}
          confirmLabel={t('Remove person')}
          operation={removeColleague}
          input={{ params: { id: colleagueToRemove.id } }}
          invalidates={[listTeam]}
          onClose={() => setColleagueToRemove(null)}
        >
          <p>
            <Bdi>{colleagueToRemove.full_name}</Bdi> (<Bdi>{colleagueToRemove.email}</Bdi>)
          </p>
          <p>{t('They are signed out immediately and can no longer sign in. You can invite them again later.')}</p>
        </ConfirmAction>
      )}
    </>
  )
}

type LineProps = { colleague: Colleague; mayManage: boolean; onEdit: () => void; onRemove: () => void }

function Line({ colleague, mayManage, onEdit, onRemove }: LineProps) {
  const t = useT()
  const { full_name: fullName, email, is_main: isMain, is_self: isSelf, rights } = colleague
  const name = isolate(fullName)
  const rightNames = teamRights.filter((right) => rights.includes(right)).map((right) => t(rightTexts[right].name))
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <div className={styles.name}>
          <Bdi>{fullName}</Bdi>
          {isSelf && <span className={styles.quiet}>{t('You')}</span>}
          {colleague.invited_until && <StatusBadge tone="info">{t('Invited')}</StatusBadge>}
        </div>
        <MailLink email={email} />
      </div>
      <span className={styles.rights}>
        {isMain ? t('All rights') : rightNames.length === 0 ? t('View only') : joinWords(rightNames, t)}
      </span>
      {mayManage && !isMain && !isSelf && (
        <div className={styles.actions}>
          <Button variant="default" size="xs" aria-label={t('Edit {name}', { name })} onClick={onEdit}>
            {t('Edit')}
          </Button>
          <Button variant="default" size="xs" aria-label={t('Remove {name}', { name })} onClick={onRemove}>
            {t('Remove')}
          </Button>
        </div>
      )}
    </li>
  )
}
