import { causeTexts, causesInArabic, type Cause } from '#contract/integrations/causes.ts'

const causesByText = Object.fromEntries(
  (Object.keys(causeTexts) as Cause[]).map((cause) => [causeTexts[cause], causesInArabic[cause]]),
)

/** Deliveries and destinations. */
export const messages: Record<string, string> = {
  'Add report recipients or a webhook to a campaign; its next lead is sent there.':
    'أضف مستلمي التقارير أو خطافًا (webhook) إلى حملة؛ يُرسل عميلها المحتمل التالي إلى هناك.',
  Close: 'إغلاق',
  Delivery: 'التسليم',
  Details: 'التفاصيل',
  'Details of the delivery to {name}': 'تفاصيل التسليم إلى {name}',
  'Every lead sent to your recipients and systems.': 'كل عميل محتمل في طريقه إلى مستلمي حملته وأنظمتها.',
  'Not attempted yet.': 'لم تُجرَ أي محاولة بعد.',
  'Message id': 'معرّف الرسالة',
  'Next attempt': 'المحاولة التالية',
  'Next attempt {when}': 'المحاولة التالية {when}',
  'No deliveries here': 'لا عمليات تسليم هنا',
  'Resume delivery?': 'استئناف التسليم؟',
  Resume: 'استئناف',
  'Resume and send what was missed ({count, plural, one {# lead} other {{number} leads}})':
    'استئناف وإرسال ما فات ({count, plural, zero {لا شيء} one {عميل محتمل واحد} two {عميلان محتملان} few {{number} عملاء محتملين} many {{number} عميلًا محتملًا} other {{number} عميل محتمل}})',
  'Nothing was missed while it was paused. New leads are sent there again.':
    'لم يفت شيء أثناء التوقف. يُرسل العملاء المحتملون الجدد إليها من جديد.',
  'Leads from while it was paused are being sent, oldest first.': 'يُرسل الآن ما ورد أثناء التوقف، الأقدم أولًا.',
  'If a lead is resent': 'إذا أُرسل عميل محتمل مرة أخرى',
  'If a response is lost or sending is interrupted, we resend the lead so none is lost.':
    'إذا ضاع الرد أو انقطع الإرسال في منتصفه، نرسل العميل المحتمل مرة أخرى كي لا يضيع أحد.',
  '{names}: each resend carries the same ID, so the receiver can detect repeats.':
    '{names}: يحتفظ كلٌّ بمعرّفه، فيستطيع المستلم تمييز التكرار.',
  '{names}: existing contacts are updated, not added again.': '{names}: تُحدَّث جهة الاتصال الموجودة ولا تُضاف من جديد.',
  '{names}: leads that already have a row don’t get another.': '{names}: لا يُضاف صف آخر لعميل محتمل له صف بالفعل.',
  '{names}: can’t detect repeats. Resent leads may arrive twice.':
    '{names}: لا يمكن تمييز التكرار هناك. العميل المحتمل الذي وصل من قبل يصل مرة ثانية.',
  'From the beginning': 'منذ البداية',
  'Include delivered leads': 'وما وصل أيضًا',
  'Use if the receiver lost its data.': 'لما إذا فقد المستلم ما كان لديه.',
  'Select the delivery of {name} to {target}': 'اختيار تسليم {name} إلى {target}',
  'Selected deliveries': 'عمليات التسليم المختارة',
  '{count, plural, one {# delivery selected} other {# deliveries selected}}':
    '{count, plural, zero {لم يُختر شيء} one {اختيرت عملية تسليم واحدة} two {اختيرت عمليتا تسليم} few {اختيرت # عمليات تسليم} many {اختيرت # عملية تسليم} other {اختيرت # عملية تسليم}}',
  'No more can be selected at once.': 'لا يمكن اختيار المزيد دفعة واحدة.',
  'Select all shown': 'اختيار كل المعروض',
  'Clear selection': 'إلغاء الاختيار',
  '{count} skipped: {reason}': 'تُخطّي {count}: {reason}',
  'It is being sent right now.': 'يُرسل في هذه اللحظة.',
  '{count, plural, =0 {None of these can be resent.} one {# delivery will be resent.} other {# deliveries will be resent.}}':
    '{count, plural, =0 {لا يمكن إعادة إرسال أي منها.} zero {لا شيء يُعاد إرساله.} one {سيُعاد إرسال عملية تسليم واحدة.} two {سيُعاد إرسال عمليتي تسليم.} few {سيُعاد إرسال # عمليات تسليم.} many {سيُعاد إرسال # عملية تسليم.} other {سيُعاد إرسال # عملية تسليم.}}',
  'The last 24 hours': 'آخر 24 ساعة',
  'The last 7 days': 'آخر 7 أيام',
  'Since a custom time': 'منذ وقت تختاره',
  '{count, plural, =0 {There is nothing to send from this time.} one {# delivery will be resent.} other {# deliveries will be resent.}}':
    '{count, plural, =0 {لا شيء يُرسل من هذا الوقت.} zero {لا شيء يُعاد إرساله.} one {سيُعاد إرسال عملية تسليم واحدة.} two {سيُعاد إرسال عمليتي تسليم.} few {سيُعاد إرسال # عمليات تسليم.} many {سيُعاد إرسال # عملية تسليم.} other {سيُعاد إرسال # عملية تسليم.}}',
  '{count, plural, one {Resending # delivery} other {Resending # deliveries}}':
    '{count, plural, zero {لا شيء يُعاد إرساله} one {يُعاد إرسال عملية تسليم واحدة} two {يُعاد إرسال عمليتي تسليم} few {يُعاد إرسال # عمليات تسليم} many {يُعاد إرسال # عملية تسليم} other {يُعاد إرسال # عملية تسليم}}',
  '{sent} of {total}': '{sent} من {total}',
  'Paused since {time}': 'متوقف منذ {time}',
  'Sending what was missed: {count} left': 'يُرسل ما فات: بقي {count}',
  Resend: 'إعادة الإرسال',
  Sending: 'جارٍ الإرسال',
  Channel: 'القناة',
  'Show more': 'عرض المزيد',
  'Some leads did not arrive at this destination:': 'لم يصل بعض العملاء المحتملين إلى هذه الوجهة:',
  Destination: 'الوجهة',
  Attempts: 'المحاولات',
  Retrying: 'تُعاد المحاولة',
  Waiting: 'بالانتظار',
  Webhook: 'خطاف ويب',
  When: 'الوقت',
  'Being removed': 'جارٍ الحذف',
  'Remove manually': 'يُحذف يدويًا',
  'Removed {when}': 'حُذف {when}',
  'Requested {when}': 'طُلب {when}',
  'Mark as removed': 'وضع علامة محذوف',
  'Mark as removed from {target}': 'وضع علامة محذوف من {target}',
  'Copies of this lead': 'نسخ هذا العميل المحتمل',
  'If this person asks to be forgotten, remove them from every destination that got the lead.':
    'إذا طلب هذا الشخص محو بياناته، فاحذفه من كل وجهة وصلها العميل المحتمل.',
  'Take back lead': 'استرجاع العميل المحتمل',
  'Take back this lead?': 'هل تريد استرجاع هذا العميل المحتمل؟',
  'Destinations are told to remove the person, and this lead is never sent again. This cannot be undone. Emails already sent stay where they are.':
    'يُطلب من الوجهات حذف الشخص، ولا يُرسل شيء من هذا العميل المحتمل بعد الآن. لا يمكن التراجع عن ذلك. تبقى الرسائل المرسلة حيث هي.',
  'These people asked to be forgotten. Remove them where we can’t, then mark them as removed.':
    'طلب هؤلاء الأشخاص محو بياناتهم. احذفهم حيث لا نستطيع، ثم ضع علامة محذوف.',
  'Erased lead': 'عميل محتمل محيت بياناته',
  'Responded with {status}': 'كان الرد {status}',
}

export const serverTexts: Record<string, string> = {
  ...causesByText,
  'A selected delivery no longer exists.': 'لم تعد إحدى عمليات التسليم المختارة موجودة.',
}
