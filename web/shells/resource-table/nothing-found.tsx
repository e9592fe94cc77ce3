import { Button } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { EmptyState } from '../empty-state.tsx'

/** Empty state of a list whose search and filters match nothing. */
export function NothingFound({ title = msg('No results'), onClear }: { title?: Text; onClear: () => void }) {
  const t = useT()
  return (
    <EmptyState
      icon={<IconSearchOff size={22} stroke={1.6} />}
      title={t(title)}
      hint={t('Try different words or remove a filter.')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('Clear search and filters')}
        </Button>
      }
    />
  )
}
