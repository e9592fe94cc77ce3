import { Button } from '@mantine/core'
import { IconChartBar, IconTrendingDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { agenciesReportPath, underPerformingPath } from './paths.ts'

/** Links to the reports, next to the list they are about. Hidden from sales staff. */
export function ReportLinks() {
  const t = useT()
  const { kind, may } = useMe()
  const isSystem = kind === 'rootSystem' || kind === 'rootAdmin'
  const maySeeCampaigns = isSystem ? may('settings.enable') : kind === 'agencyOwner' || may('leads.enable')
  return (
    <>
      {isSystem && (
        <Button variant="default" component={Link} to={agenciesReportPath} leftSection={<IconChartBar size={16} />}>
          {t('Agencies report')}
        </Button>
      )}
      {maySeeCampaigns && kind !== 'client' && (
        <Button
          variant="default"
          component={Link}
          to={underPerformingPath}
          leftSection={<IconTrendingDown size={16} />}
        >
          {t('Under-performing')}
        </Button>
      )}
    </>
  )
}
