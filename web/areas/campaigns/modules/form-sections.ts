import type { ComponentType } from 'react'
import type { Module } from '#contract/campaigns/modules.ts'
import type { SectionProps } from '../setup/section-props.ts'
import { LocalSections } from './local/local-sections.tsx'

/** What a module adds to the campaign's form, between the schedule and the limit; none while it does not work. */
export const formSections: Readonly<Partial<Record<Module, ComponentType<SectionProps>>>> = { local: LocalSections }
