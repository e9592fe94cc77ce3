import { Button } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { useT } from '../../i18n/texts.tsx'
import { EmptyState } from '../empty-state.tsx'

/** Empty state of a list whose search and filters match nothing. */
export function NothingFound({ onClear }: { onClear: () => void }) {
  const t = useT()
  return (
    <EmptyState
      icon={<IconSearchOff size={22} stroke={1.6} />}
      title={t('No results')}
      hint={t('Try different words or remove a filter.')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('Clear search and filters')}
        </Button>
      }
    />
  )
}
