import { estimateAudience, exportAudience as exportAudienceOperation } from '#contract/leads/audience-people.ts'
import { undoConversion } from '#contract/leads/conversions.ts'
import { readSupply } from '#contract/campaigns/supply.ts'
import { readCompanyCap, saveAgencyCap, saveClientCap } from '#contract/leads/company-cap.ts'
import { readMonthCap } from '#contract/leads/month-cap.ts'
import { simulateCampaign } from '#contract/leads/simulation.ts'
import { releaseLeads } from '#contract/leads/hold.ts'
import { downloadLeadExport, listLeadExports, prepareLeadExport, removeLeadExport } from '#contract/leads/exports.ts'
import { exportLeads as exportOperation, getLead, listLeads as listOperation } from '#contract/leads/leads.ts'
import { addLeadNote, editLeadNote, listLeadEntries, removeLeadNote, setLeadStatus } from '#contract/leads/lead-work.ts'
import { changeLead, finishLeadAction, listLeadAssignees, listLeadTags } from '#contract/leads/lead-changes.ts'
import { changeLeads, undoLeadChanges } from '#contract/leads/lead-bulk.ts'
import { getPerson } from '#contract/leads/person.ts'
import { readLeadPipeline } from '#contract/leads/pipeline.ts'
import { liveLeads as liveOperation } from '#contract/leads/live.ts'
import { getVisit, listVisits, searchVisits, summarizeVisits as summaryOperation } from '#contract/leads/visits.ts'
import { listSiteEvents } from '#contract/leads/site-events.ts'
import { listSurges } from '#contract/leads/surges.ts'
import { sendTestLead as testOperation } from '#contract/leads/test-lead.ts'
import { listDeveloperLeads as listDeveloperLeadsOperation } from '#contract/leads/developer-leads.ts'
import { changeDeveloperLead, listDeveloperNotes } from '#contract/leads/developer-lead-work.ts'
import { listDeveloperVisits as listDeveloperVisitsOperation } from '#contract/leads/developer-visits.ts'
import { listDeveloperVisits } from './read/list-developer-visits.ts'
import { listDeveloperLeads } from './read/list-developer-leads.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { handleEstimateAudience } from './audiences/estimate-audience.ts'
import { exportAudience } from './audiences/export-audience.ts'
import { handleDownload } from './exports/download-export.ts'
import { handleList, handlePrepare, handleRemove } from './exports/manage-exports.ts'
import { handleReadSupply } from './match/forecast-supply.ts'
import { exportLeads } from './read/export-leads.ts'
import { listLeads } from './read/list-leads.ts'
import { handleListSiteEvents } from './read/list-site-events.ts'
import { handleListSurges } from './read/list-surges.ts'
import { handleListVisits, handleSearchVisits } from './read/list-visits.ts'
import { liveLeads, livePace } from './read/live-leads.ts'
import { handleReadCompanyCap } from './read/company-cap.ts'
import { handleReadMonthCap } from './read/month-cap.ts'
import { openLead } from './read/open-lead.ts'
import { openPerson } from './read/open-person.ts'
import { openVisit } from './read/open-visit.ts'
import { summarizeVisits } from './read/summarize-visits.ts'
import { handleReleaseLeads } from './release-leads.ts'
import { handleSaveAgencyCap, handleSaveClientCap } from './save-company-cap.ts'
import { sendTestLead } from './send-test-lead.ts'
import { handleSimulateCampaign } from './simulate/simulate-campaign.ts'
import { handleUndoConversion } from './undo-conversion.ts'
import { handleChangeDeveloperLead } from './work/change-developer-lead.ts'
import { handleChangeLead, handleFinishAction } from './work/change-lead.ts'
import { handleListAssignees } from './work/list-assignees.ts'
import { handleChangeMany, handleUndoMany } from './work/change-many.ts'
import { handleListTags } from './work/lead-tags.ts'
import { handleListDeveloperNotes } from './work/list-developer-notes.ts'
import { handleListEntries } from './work/list-entries.ts'
import { handleReadPipeline } from './work/read-pipeline.ts'
import { handleSetStatus } from './work/set-status.ts'
import { handleAddNote, handleEditNote, handleRemoveNote } from './work/write-notes.ts'

const readAnswer = { result: 'success', message: '' } as const

export const routes: Route[] = [
  bind(listDeveloperLeadsOperation, listDeveloperLeads),
  bind(changeDeveloperLead, handleChangeDeveloperLead),
  bind(listDeveloperNotes, handleListDeveloperNotes),
  bind(listDeveloperVisitsOperation, listDeveloperVisits),
  bind(listOperation, listLeads),
  bind(getLead, async ({ params }, call) => ({ ...readAnswer, data: await openLead(params.id, call) })),
  bind(getPerson, async ({ params }, call) => ({ ...readAnswer, data: await openPerson(params.id, call) })),
  bind(readLeadPipeline, handleReadPipeline),
  bind(setLeadStatus, handleSetStatus),
  bind(changeLead, handleChangeLead),
  bind(finishLeadAction, handleFinishAction),
  bind(listLeadAssignees, handleListAssignees),
  bind(changeLeads, handleChangeMany),
  bind(undoLeadChanges, handleUndoMany),
  bind(listLeadTags, handleListTags),
  bind(listLeadEntries, handleListEntries),
  bind(addLeadNote, handleAddNote),
  bind(editLeadNote, handleEditNote),
  bind(removeLeadNote, handleRemoveNote),
  bind(exportOperation, exportLeads),
  bind(prepareLeadExport, handlePrepare),
  bind(listLeadExports, handleList),
  bind(downloadLeadExport, handleDownload),
  bind(removeLeadExport, handleRemove),
  bind(liveOperation, liveLeads(livePace)),
  bind(listVisits, handleListVisits),
  bind(searchVisits, handleSearchVisits),
  bind(summaryOperation, summarizeVisits),
  bind(getVisit, async ({ params }, call) => ({ ...readAnswer, data: await openVisit(params.id, call) })),
  bind(listSiteEvents, handleListSiteEvents),
  bind(listSurges, handleListSurges),
  bind(readMonthCap, handleReadMonthCap),
  bind(readCompanyCap, handleReadCompanyCap),
  bind(saveClientCap, handleSaveClientCap),
  bind(saveAgencyCap, handleSaveAgencyCap),
  bind(testOperation, sendTestLead),
  bind(readSupply, handleReadSupply),
  bind(simulateCampaign, handleSimulateCampaign),
  bind(releaseLeads, handleReleaseLeads),
  bind(undoConversion, handleUndoConversion),
  bind(estimateAudience, handleEstimateAudience),
  bind(exportAudienceOperation, exportAudience),
]
