import { Select } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Module } from '#contract/campaigns/modules.ts'
import { useT } from '../../i18n/texts.tsx'
import { useSearchText } from '../../session/address.ts'
import { modulePlaces } from '../../session/module.ts'
import { searchOf } from '../../session/search.ts'
import styles from './reports.module.css'

/** The module in the URL; empty for all. */
export const useChosenModule = (): Module | '' => {
  const module = useSearchText('module')
  return modulePlaces().find((place) => place.module === module)?.module ?? ''
}

/** Filters a report by module. */
export function ModuleChoice({ module }: { module: string }) {
  const t = useT()
  const navigate = useNavigate()
  return (
    <Select
      aria-label={t('Module')}
      className={styles.filter}
      data={[
        { value: 'all', label: t('All modules') },
        ...modulePlaces().map((place) => ({ value: place.module as string, label: place.name })),
      ]}
      value={module || 'all'}
      onChange={(next) =>
        void navigate({
          to: '.',
          search: searchOf((before) => ({
            ...before,
            page: undefined,
            module: next === null || next === 'all' ? undefined : next,
          })),
        })
      }
      allowDeselect={false}
    />
  )
}
