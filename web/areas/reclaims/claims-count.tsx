import { Badge, VisuallyHidden } from '@mantine/core'
import { countShareClaims } from '#contract/reclaims/claims.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'

const lookAgain_ms = 60_000

/** The number of claims that wait for the operator, next to the menu entry; hidden if there are none. */
export function ClaimsCount() {
  const t = useT()
  const format = useFormat()
  const { companyId } = useMe()
  const { data } = useCall(countShareClaims, { params: { companyId } }, { refetchEvery_ms: lookAgain_ms })
  if (!data || data.waiting === 0) return null
  return (
    <Badge component="span" size="sm" variant="light" circle={data.waiting < 10}>
      <span aria-hidden="true">{data.waiting > 999 ? '999+' : format.number(data.waiting)}</span>
      <VisuallyHidden>
        {t('{count, plural, one {# claim waiting} other {# claims waiting}}', { count: data.waiting })}
      </VisuallyHidden>
    </Badge>
  )
}
