import { assignInboxItems, settleInboxItems, snoozeInboxItems, type InboxItem } from '#contract/inbox/inbox.ts'
import { useAction, type Action } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { notify, notifyFailed } from '../../shells/notify.tsx'
import { inboxReads } from './inbox-reads.ts'

export type InboxActions = {
  /** Marks items as done, with undo. */
  settle: (rows: readonly InboxItem[]) => void
  reopen: (rows: readonly InboxItem[]) => void
  isSettling: boolean
  /** Whether this item is being marked as done or reopened. */
  isSettlingItem: (row: InboxItem) => boolean
  /** Brings a snoozed item back. */
  wake: (row: InboxItem) => void
  isWaking: (row: InboxItem) => boolean
  snooze: Action<typeof snoozeInboxItems>
  assign: Action<typeof assignInboxItems>
  bodyOf: (rows: readonly InboxItem[]) => {
    companyId: string
    items: Pick<InboxItem, 'kind' | 'subject_id' | 'mark'>[]
  }
}

/** The actions on inbox items; each refreshes the list and the menu's count. */
export function useInboxActions(): InboxActions {
  const t = useT()
  const { companyId } = useMe()
  const change = useAction(settleInboxItems, { invalidates: inboxReads })
  const snooze = useAction(snoozeInboxItems, { invalidates: inboxReads })
  const assign = useAction(assignInboxItems, { invalidates: inboxReads })
  const bodyOf: InboxActions['bodyOf'] = (rows) => ({
    companyId,
    items: rows.map(({ kind, subject_id, mark }) => ({ kind, subject_id, mark })),
  })
  // A second click would send it again.
  const isAbout = ({ isPending, variables }: typeof change | typeof snooze, row: InboxItem): boolean =>
    isPending && variables.body.items.some((item) => item.kind === row.kind && item.subject_id === row.subject_id)
  const onError = (failure: { message: string }): void => notifyFailed(t(failure.message))
  const reopen = (rows: readonly InboxItem[]): void =>
    change.mutate({ body: { ...bodyOf(rows), is_done: false } }, { onError })
  const wake = (row: InboxItem): void => snooze.mutate({ body: { ...bodyOf([row]), until: null } }, { onError })
  const settle = (rows: readonly InboxItem[]): void =>
    change.mutate(
      { body: { ...bodyOf(rows), is_done: true } },
      {
        onError,
        onSuccess: ({ data: { changed: count } }) =>
          void (count === 0
            ? notify('info', t('This has changed. Review it again.'))
            : notify('success', t('{count, plural, one {# item done} other {# items done}}', { count }), {
                action: { label: t('Undo'), act: () => reopen(rows) },
              })),
      },
    )
  return {
    settle,
    reopen,
    isSettling: change.isPending,
    isSettlingItem: (row) => isAbout(change, row),
    wake,
    isWaking: (row) => isAbout(snooze, row),
    snooze,
    assign,
    bodyOf,
  }
}
