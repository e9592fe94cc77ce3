import { Loader } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { checkSubdomain } from '#contract/branding/hosts.ts'
import { useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'

/** Typing pause before the server is called (K003). */
const typing_ms = 300

/** Props of a subdomain field that show whether the typed name is available, with the server's message (R228). */
export function useSubdomainCheck(
  companyId: string,
  text: string,
  current: string,
): { rightSection: ReactNode; description: string | undefined; error: string | undefined } {
  const t = useT()
  const subdomain = text.trim().toLowerCase()
  const [lastPause] = useDebouncedValue(subdomain, typing_ms)
  const isOther = lastPause !== '' && lastPause !== current
  const answer = useCall(
    checkSubdomain,
    { query: { companyId, subdomain: lastPause.slice(0, 100) } },
    { enabled: isOther },
  )
  const result = isOther && subdomain === lastPause ? answer.data?.data : undefined
  return {
    rightSection:
      isOther && answer.isFetching ? (
        <Loader size="xs" />
      ) : result?.is_available ? (
        <IconCircleCheck size={18} stroke={1.75} aria-hidden />
      ) : null,
    description: result?.is_available ? t('This subdomain is free.') : undefined,
    error: result && !result.is_available ? t(result.message) : undefined,
  }
}
