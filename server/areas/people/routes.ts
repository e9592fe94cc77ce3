import { readMailChoices, saveMailChoice, saveQuietHours } from '#contract/people/mail-choices.ts'
import { closeChecklist } from '#contract/people/checklist.ts'
import { changeColleague, inviteColleague, listTeam, removeColleague } from '#contract/people/team.ts'
import { finishTour } from '#contract/people/tour.ts'
import { resendInvitation } from '#contract/companies/users.ts'
import { readPicture } from '#contract/people/picture.ts'
import {
  cancelEmailChange,
  completeSetup,
  confirmEmail,
  readOnboarding,
  saveProfile,
} from '#contract/people/profile.ts'
import { readQuestionnaire } from '#contract/people/questionnaire.ts'
import { checkReferral, createReferral } from '#contract/people/referral.ts'
import { confirmRegistration, register, verifyRegistration } from '#contract/people/registration.ts'
import { listRoles, removeRole, saveRole } from '#contract/people/roles.ts'
import { readAccess, readMe, readUser } from '#contract/people/user.ts'
import { handleListTeam } from './team/list-team.ts'
import { handleChangeColleague, handleInviteColleague, handleRemoveColleague } from './team/change-team.ts'
import { bind, bindOpen, type Route } from '#server/platform/http/route.ts'
import { handleResendInvitation } from './members/resend-invitation.ts'
import { handleCompleteSetup, handleReadOnboarding } from './profile/complete-setup.ts'
import { handleCancelEmailChange, handleConfirmEmail } from './profile/confirm-email.ts'
import { handleReadPicture } from './profile/picture.ts'
import { handleReadQuestionnaire } from './profile/questionnaire.ts'
import { handleSaveProfile } from './profile/save-profile.ts'
import { handleReadAccess } from './read-access.ts'
import { handleReadMe, handleReadUser } from './read-user.ts'
import { handleCheckReferral } from './referral/check-referral.ts'
import { handleCreateReferral } from './referral/create-referral.ts'
import { handleConfirmRegistration, handleVerifyRegistration } from './registration/confirm-registration.ts'
import { handleRegister } from './registration/register.ts'
import { handleReadMailChoices, handleSaveMailChoice, handleSaveQuietHours } from './profile/mail-choices.ts'
import { handleCloseChecklist } from './close-checklist.ts'
import { handleFinishTour } from './finish-tour.ts'
import { handleListRoles } from './roles/list-roles.ts'
import { handleRemoveRole } from './roles/remove-role.ts'
import { handleSaveRole } from './roles/save-role.ts'

export const routes: Route[] = [
  bind(readMe, handleReadMe),
  bind(readUser, handleReadUser),
  bind(listTeam, handleListTeam),
  bind(inviteColleague, handleInviteColleague),
  bind(changeColleague, handleChangeColleague),
  bind(removeColleague, handleRemoveColleague),
  bind(finishTour, handleFinishTour),
  bind(closeChecklist, handleCloseChecklist),
  bind(readMailChoices, handleReadMailChoices),
  bind(saveMailChoice, handleSaveMailChoice),
  bind(saveQuietHours, handleSaveQuietHours),
  bindOpen(register, handleRegister),
  bindOpen(verifyRegistration, handleVerifyRegistration),
  bindOpen(confirmRegistration, handleConfirmRegistration),
  bind(saveProfile, handleSaveProfile),
  bind(readOnboarding, handleReadOnboarding),
  bind(completeSetup, handleCompleteSetup),
  bind(readPicture, handleReadPicture),
  bind(readQuestionnaire, handleReadQuestionnaire),
  bindOpen(confirmEmail, handleConfirmEmail),
  bind(cancelEmailChange, handleCancelEmailChange),
  bindOpen(checkReferral, handleCheckReferral),
  bind(createReferral, handleCreateReferral),
  bind(readAccess, handleReadAccess),
  bind(listRoles, handleListRoles),
  bind(saveRole, handleSaveRole),
  bind(removeRole, handleRemoveRole),
  bind(resendInvitation, handleResendInvitation),
]
