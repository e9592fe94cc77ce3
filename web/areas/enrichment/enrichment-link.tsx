import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/texts.tsx'
import { useModule } from '../../session/module.ts'
import { useEnrichmentPath } from './use-enrichment-path.ts'

/** Links to the enriched lists, next to the campaigns of the module that sells them. */
export function EnrichmentLink() {
  const t = useT()
  const module = useModule()
  const path = useEnrichmentPath()
  if (path === null || !path.startsWith(`${module.base}/`)) return null
  return (
    <Button variant="default" component={Link} to={path}>
      {t('Enrich a list')}
    </Button>
  )
}
