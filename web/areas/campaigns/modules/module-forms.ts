import type { Module } from '#contract/campaigns/modules.ts'
import { b2bForm } from './b2b/b2b-form.ts'
import { siteForm } from './local/site-form.ts'
import { enhanceForm } from './enhance/enhance-form.ts'
import { searchForm } from './locator/search-form.ts'
import type { ModuleForm } from './module-form.ts'
import type { OwnValues } from './own-values.ts'

/** Each module's part of the campaign's form; none while it does not work. */
const moduleForms: Readonly<Partial<Record<Module, ModuleForm>>> = {
  local: siteForm,
  locator: searchForm,
  enhance: enhanceForm,
  b2b: b2bForm,
}

export function formOf(module: Module): ModuleForm {
  const form = moduleForms[module]
  if (!form) throw new Error(`no campaigns are made in the module ${module} yet`)
  return form
}

const forms = Object.values(moduleForms)
export const ownStart: OwnValues = Object.assign({}, ...forms.map(({ start }) => start))
export const ownFieldNames: ModuleForm['fieldNames'] = Object.assign({}, ...forms.map(({ fieldNames }) => fieldNames))
