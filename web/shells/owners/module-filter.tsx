import { Select } from '@mantine/core'
import { isModuleOn } from '#contract/guards/access-context.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { useMe, type Me } from '../../session/me.ts'
import { modulePlaces, type ModulePlace } from '../../session/module.ts'
import type { Filter, FilterControlProps } from '../resource-table/columns.ts'

const placesOf = ({ access }: Me): readonly ModulePlace[] =>
  modulePlaces().filter(({ module }) => isModuleOn(access, module))

/** Narrows a list of all modules to one, by the agency's names. */
function ModuleFilter({ label, className, value, onChange }: FilterControlProps) {
  const t = useT()
  const places = placesOf(useMe())
  return (
    <Select
      className={className}
      aria-label={label}
      data={[
        { value: 'all', label: t('All modules') },
        ...places.map(({ module, name }) => ({ value: module as string, label: name })),
      ]}
      value={value}
      onChange={(next) => onChange(next ?? 'all')}
      data-chosen={value !== 'all' || undefined}
    />
  )
}

function ChosenModule({ value }: { value: string }) {
  return placesOf(useMe()).find(({ module }) => module === value)?.name ?? value
}

/** The module filter of a list, for users who have several modules. */
export function moduleFilters(me: Me): readonly Filter[] {
  const places = placesOf(me)
  if (places.length < 2) return []
  return [
    {
      key: 'module',
      label: msg('Module'),
      control: ModuleFilter,
      chosen: ChosenModule,
      isValue: (value) => places.some(({ module }) => module === value),
    },
  ]
}
