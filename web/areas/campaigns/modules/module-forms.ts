import type { Module } from '#contract/campaigns/modules.ts'
import { byFolder } from './by-folder.ts'
import type { ModuleForm } from './module-form.ts'
import type { OwnValues } from './own-values.ts'

/** Each module's part of the campaign form; missing for modules that do not work yet. */
const moduleForms = byFolder(import.meta.glob<ModuleForm>('./*/form.ts', { eager: true, import: 'form' }))

export function formOf(module: Module): ModuleForm {
  const form = moduleForms[module]
  if (!form) throw new Error(`the module ${module} does not support campaigns yet`)
  return form
}

const forms = Object.values(moduleForms)
export const ownStart: OwnValues = Object.assign({}, ...forms.map(({ start }) => start))
export const ownFieldNames: ModuleForm['fieldNames'] = Object.assign({}, ...forms.map(({ fieldNames }) => fieldNames))
