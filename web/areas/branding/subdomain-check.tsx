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
  const typed = text.trim().toLowerCase()
  const [asked] = useDebouncedValue(typed, typing_ms)
  const isOther = asked !== '' && asked !== current
  const answer = useCall(checkSubdomain, { query: { companyId, subdomain: asked.slice(0, 100) } }, { enabled: isOther })
  const found = isOther && typed === asked ? answer.data?.data : undefined
  return {
    rightSection:
      isOther && answer.isFetching ? (
        <Loader size="xs" />
      ) : found?.is_available ? (
        <IconCircleCheck size={18} stroke={1.75} aria-hidden />
      ) : null,
    description: found?.is_available ? t('This subdomain is free.') : undefined,
    error: found && !found.is_available ? t(found.message) : undefined,
  }
}
