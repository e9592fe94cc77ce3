import { PasswordInput } from '@mantine/core'
import { useT } from '../../../i18n/texts.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'

type TokenCardProps = { token: string; onToken: (token: string) => void }

/** The token that Run sends; kept in this page's memory only. */
export function TokenCard({ token, onToken }: TokenCardProps) {
  const t = useT()
  return (
    <TitledCard title={t('Try it here')}>
      <PasswordInput
        label={t('Token')}
        description={t(
          'Paste a token, ideally from a test key. It is sent to this API only and discarded when you leave.',
        )}
        value={token}
        onChange={(event) => onToken(event.currentTarget.value.trim())}
        autoComplete="off"
        dir="ltr"
      />
    </TitledCard>
  )
}
