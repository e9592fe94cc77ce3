/** Deliveries and destinations. */
export const messages = {
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

  // Of the server and the contract.
  'This address may not be reached. Use a public https address on port 443 or 8443.':
    'لا يجوز الوصول إلى هذا العنوان. استخدم عنوان https عامًا على المنفذ 443 أو 8443.',
  'The host name was not found. Check the address.': 'لم يُعثر على اسم المضيف. تحقق من العنوان.',
  'The receiver could not be reached. Check that it is running.': 'تعذّر الوصول إلى المستلِم. تحقق من أنه يعمل.',
  "The receiver's certificate is not valid. Renew it or check the address.":
    'شهادة المستلِم غير صالحة. جدّدها أو تحقق من العنوان.',
  'The receiver did not respond within 10 seconds.': 'لم يُجب المستلِم خلال 10 ثوانٍ.',
  'The receiver responded with more than 1 MiB.': 'أجاب المستلِم بأكثر من 1 ميغابايت.',
  'The receiver responded with a redirect, which is not followed. Use the final address.':
    'أجاب المستلِم بتحويل لا يُتّبع. استخدم العنوان النهائي.',
  'The receiver responded that it is permanently gone, so it was turned off.':
    'أجاب المستلِم بأنه لم يعد موجودًا نهائيًا، فأُوقف.',
  'The receiver refused access. Check its permissions.': 'رفض المستلِم الوصول. تحقق من صلاحياته.',
  'The receiver does not know this address. Check its path.': 'لا يعرف المستلِم هذا العنوان. تحقق من المسار.',
  'The receiver asked to slow down.': 'طلب المستلِم الإبطاء.',
  'The receiver rejected the data.': 'رفض المستلِم البيانات.',
  'The receiver had an internal error.': 'حدث خطأ لدى المستلِم.',
  'No mail server is set up.': 'لم يُعَدّ أي خادم بريد.',
  'The mail server could not be reached.': 'تعذّر الوصول إلى خادم البريد.',
  'The mail server did not respond in time.': 'لم يُجب خادم البريد في الوقت المحدد.',
  'The mail server postponed the message. It will be retried.': 'أجّل خادم البريد الرسالة. ستُعاد المحاولة.',
  'A mail server refused this address for good, so it gets no emails. Correct it, or resume it under Emails.':
    'رفض خادم بريد هذا العنوان نهائيًا، فلا تصله رسائل. صحّحه، أو استأنفه ضمن «الرسائل».',
  'The mail server refused the message. Check the recipients.': 'رفض خادم البريد الرسالة. تحقق من المستلمين.',
  'Sent, but the mail server refused some of the recipients.': 'أُرسلت، لكن خادم البريد رفض بعض المستلمين.',
  'Access has ended: the key or the permission was revoked. Reconnect it.':
    'انتهى الوصول: سُحب المفتاح أو الإذن. أعد الربط.',
  'Access has ended: its renewal was interrupted. Reconnect it.': 'انتهى الوصول: انقطع تجديده قبل أن يُحفظ. أعد الربط.',
  'Access has ended: the app was uninstalled at the service. Reconnect it.':
    'انتهى الوصول: أُزيل التطبيق لدى الخدمة. أعد الربط.',
  'The service rejects this platform’s app. The operator has to check its keys; leads wait until then.':
    'ترفض الخدمة تطبيق هذه المنصة، وعلى مشغّلها التحقق من مفاتيحه. ينتظر العملاء المحتملون ذلك.',
  'The account isn’t allowed to do this. Give the key or the app the permissions it requires.':
    'لا يُسمح للحساب بذلك. امنح المفتاح أو التطبيق الصلاحيات المطلوبة.',
  'A selected list, tag or sheet no longer exists. Choose another one.':
    'لم تعد القائمة أو الوسم أو الجدول المختار موجودًا. اختر غيره.',
  'The account has used up what its plan allows.': 'استنفد الحساب ما تسمح به خطته.',
  'A field it was sent to no longer exists. Check the fields.':
    'لم يعد أحد الحقول المرسل إليها موجودًا. تحقق من الحقول.',
  'The account lacks the field by which we recognize leads. Add it as described here, then connect again.':
    'ينقص الحساب الحقلُ الذي نتعرف به على العملاء المحتملين. أضفه كما هو موصوف هنا، ثم أعد الربط.',
  'No list is chosen for leads. Choose at least one.': 'لم تُختر قائمة للعملاء المحتملين. اختر واحدة على الأقل.',
  'The service is down or sent an unexpected response. It will be retried.':
    'الخدمة متوقفة أو أجابت بما لا يُفهم. تُعاد المحاولة.',
  'Waiting to stay within the service’s rate limit.': 'بالانتظار حتى لا تُسأل الخدمة أكثر مما تسمح.',
  'Waiting, because another lead of this person is being sent there.':
    'بالانتظار، لأن عميلًا محتملًا آخر للشخص نفسه يُرسل إلى هناك الآن.',
  'Accepted. The service had not confirmed it yet.': 'قُبل. لم تؤكده الخدمة بعد.',
  'A later lead of this person arrived first: its values were kept; lists and tags were added.':
    'كان هناك عميل محتمل أحدث للشخص نفسه: بقيت قيمه وأُضيفت القوائم والوسوم.',
  'The lead has no email address, which the service requires.': 'لا عنوان بريد لهذا العميل، والخدمة لا تقبل من دونه.',
  'The service was disconnected. Reconnect it.': 'فُصلت الخدمة. أعد ربطها.',
  'The destination was turned off.': 'أُوقفت الوجهة.',
  'The destination was removed.': 'أُزيلت الوجهة.',
  'Turned off manually.': 'أُوقفت يدويًا.',
  'The lead was taken back, so it is no longer sent.': 'استُرجع العميل المحتمل، فلن يُرسل شيء منه بعد الآن.',
  'The lead was deleted before it could be sent.': 'حُذف العميل المحتمل قبل إرساله.',
  'Something went wrong on our side. It will be retried.': 'حدث خطأ لدينا، وتُعاد المحاولة.',
  'A selected delivery no longer exists.': 'لم تعد إحدى عمليات التسليم المختارة موجودة.',

  // Which leads a destination gets.
  'Which leads': 'أي عملاء محتملين',
  'Callback address': 'عنوان الردّ',
  'Callback address of {target}': 'عنوان الردّ لـ {target}',
  'Software at this destination can set the status and tags of leads that it got. The lead’s history says which destination did.':
    'يمكن لبرنامج هذه الوجهة تعيين حالة العملاء المحتملين الذين تلقّتهم ووسومهم. ويذكر سجلّ العميل المحتمل الوجهة التي فعلت ذلك.',
  'As JSON by POST, signed as in Standard Webhooks. In place of lead_id, record_id names the record that HubSpot or Salesforce made of the lead.':
    'بصيغة JSON عبر POST، وموقّعة وفق Standard Webhooks. وبدلًا من lead_id يسمّي record_id السجلّ الذي أنشأه HubSpot أو Salesforce للعميل المحتمل.',
  'Your software signs its callbacks with it. You won’t see it again.': 'يوقّع به برنامجك ردوده. لن تراه مرة أخرى.',
  'Create address': 'إنشاء العنوان',
  'Remove address': 'إزالة العنوان',
  'The callback address was created.': 'تم إنشاء عنوان الردّ.',
  'The callback address was removed.': 'تمت إزالة عنوان الردّ.',
  'Send either lead_id or record_id.': 'أرسل إما lead_id أو record_id.',
  'Which leads go to {target}': 'أي عملاء محتملين يذهبون إلى {target}',
  'Applies to new leads. Those that are on their way stay where they are.':
    'يسري على العملاء المحتملين الجدد. ومن هم في الطريق يبقون حيث هم.',
  'Only leads whose': 'فقط العملاء المحتملون الذين لديهم',
  'is filled in': 'مُدخل',
  'is empty': 'فارغ',
  is: 'يساوي',
  'is not': 'لا يساوي',
  contains: 'يحتوي على',
  Condition: 'الشرط',
  'Add condition': 'إضافة شرط',
  'Try on the newest lead': 'التجربة على أحدث عميل محتمل',
  'There is no lead yet.': 'لا يوجد عميل محتمل بعد.',
  'The newest lead fulfills these conditions.': 'يستوفي أحدث عميل محتمل هذه الشروط.',
  'The newest lead doesn’t fulfill these conditions.': 'لا يستوفي أحدث عميل محتمل هذه الشروط.',
  'Takes turns with the campaign’s other destinations that take turns': 'تتناوب مع وجهات الحملة الأخرى التي تتناوب',
  '2 gets twice as many leads as 1.': 'تنال الحصة 2 ضعف ما تناله 1.',
  'Most leads a day': 'أقصى عدد في اليوم',
  'The others go to another one whose turn it may be, or are sent on the following days.':
    'يذهب الباقون إلى وجهة أخرى تتناوب معها، أو يُرسلون في الأيام التالية.',
  'Save rules': 'حفظ القواعد',
  '{count, plural, one {# condition} other {# conditions}}':
    '{count, plural, zero {بلا شروط} one {شرط واحد} two {شرطان} few {# شروط} many {# شرطًا} other {# شرط}}',
  'takes turns, share {share}': 'تتناوب بحصة {share}',
  'at most {count} a day': '{count} في اليوم على الأكثر',
  'Routing of leads': 'توجيه العملاء المحتملين',
  'Routing of leads changed': 'تغيّر توجيه العملاء المحتملين',
  'If empty': 'إن كان فارغًا',
  Nothing: 'لا شيء',
}
