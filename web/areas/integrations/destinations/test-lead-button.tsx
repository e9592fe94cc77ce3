import { Anchor, Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { listDestinations } from '#contract/integrations/destinations.ts'
import { listLeads } from '#contract/leads/leads.ts'
import { sendTestLead } from '#contract/leads/test-lead.ts'
import { useAction, type Action } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useModule } from '../../../session/module.ts'
import styles from './destinations.module.css'

type TestLead = Action<typeof sendTestLead>

export const useTestLead = (): TestLead => useAction(sendTestLead, { invalidates: [listDestinations, listLeads] })

/** Tests all destinations with a fictitious lead, free of charge. */
export function TestLeadButton({ campaignId, test }: { campaignId: string; test: TestLead }) {
  const t = useT()
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconSend size={15} stroke={1.75} />}
      loading={test.isPending}
      onClick={() => test.mutate({ body: { campaignId } })}
    >
      {t('Send test lead')}
    </Button>
  )
}

/** Result of the latest test; a second test within a minute is rejected with the specification's message. */
export function TestLeadResult({ test }: { test: TestLead }) {
  const t = useT()
  const { base } = useModule()
  return (
    <div role="status">
      {test.error && <p className={styles.refused}>{test.error.message}</p>}
      {test.data && !test.error && (
        <p className={styles.sent}>
          {test.data.data.destinations === 0
            ? t('The test lead was created. There is no destination to send it to yet.')
            : t(
                '{count, plural, one {A test lead is on its way to # destination.} other {A test lead is on its way to # destinations.}}',
                {
                  count: test.data.data.destinations,
                },
              )}{' '}
          <Anchor component={Link} to={`${base}/leads/${test.data.data.id}`}>
            {t('Open the test lead')}
          </Anchor>
        </p>
      )}
    </div>
  )
}
