/** Integrations: services that leads are sent to. */
export const messages = {
  'Edit {target}': 'تعديل {target}',
  'Connected service': 'خدمة متصلة',
  'Send to a service': 'الإرسال إلى خدمة',
  'Stop sending leads there?': 'هل تريد إيقاف الإرسال إلى هناك؟',
  'Stop sending': 'إيقاف الإرسال',
  Lists: 'القوائم',
  Tags: 'الوسوم',
  Groups: 'المجموعات',
  'No longer available: {id}': 'لم يعد موجودًا هناك: {id}',
  'None selected': 'لم يُختر شيء',
  'Connect {name}': 'ربط {name}',
  Reconnect: 'إعادة الربط',
  'Same account, new key': 'الحساب نفسه بمفتاح جديد',
  'Leads that were sent there can still be removed from it.':
    'يمكن عندها حذف العملاء المحتملين الذين أُرسلوا إليه من قبل.',
  Disconnected: 'غير متصلة بعد الفصل',
  'Custom fields': 'حقول مخصصة',
  'Lead field': 'حقل العميل المحتمل',
  'Sent to': 'يُرسل إلى',
  'Remove field {name}': 'إزالة الحقل {name}',
  'Add field': 'إضافة حقل',
  'Leads are kept until it is connected again.': 'يُحتفظ بالعملاء المحتملين حتى إعادة الربط.',
  'This integration has not been confirmed by the provider. Send a test lead before you rely on it.':
    'نعرف هذه الواجهة من مصادر غير مباشرة فقط. أرسل عميلًا تجريبيًا قبل الاعتماد عليها.',
  Connect: 'الربط',
  'Disconnect {name}': 'فصل {name}',
  'Disconnect {name}?': 'هل تريد فصل {name}؟',
  Disconnect: 'فصل',
  'We delete the key. New leads are kept, and sent once it is connected again.':
    'ننسى المفتاح. يُحتفظ بالعملاء الجدد ويُرسلون عند إعادة الربط.',
  'Campaigns start from': 'ما تبدأ به الحملات',
  'Save defaults': 'حفظ الإعدادات الافتراضية',
  'Connect the tools you use, then choose for each campaign where its leads go.':
    'اربط الأدوات التي تستخدمها، ثم اختر لكل حملة إلى أين يُرسل عملاؤها.',
  'Connections of this client. Its campaigns can also use your agency’s own.':
    'اتصالات هذا العميل. يمكن لحملاته أن تستخدم اتصالات وكالتك أيضًا.',
  '{count, plural, =0 {No campaigns yet} one {# campaign} other {# campaigns}}':
    '{count, plural, =0 {لا حملات بعد} one {حملة واحدة} two {حملتان} few {# حملات} many {# حملة} other {# حملة}}',
  'Your agency has its own account here.': 'لدى وكالتك حساب خاص بها هنا.',
  'Send leads to a service': 'إرسال العملاء المحتملين إلى خدمة',
  Service: 'الخدمة',
  'Choose a connected service': 'اختر خدمة متصلة',
  '{name} (agency account)': '{name} (حساب الوكالة)',
  'No service is connected yet. Connect one first, then choose it here.':
    'لم تُربط أي خدمة بعد. اربط واحدة أولًا ثم اخترها هنا.',
  'Connect a service': 'ربط خدمة',
  'Send leads here': 'إرسال العملاء المحتملين إلى هنا',
  'Save changes': 'حفظ التغييرات',
  'Preview a lead': 'معاينة عميل محتمل',
  'Send a test': 'إرسال تجربة',
  'The test arrived.': 'وصلت التجربة.',
  'An example: the campaign has no leads yet.': 'مثال: لا عملاء محتملون للحملة بعد.',
  'Your newest lead:': 'أحدث عميل محتمل لديك:',
  'Edit what {name} sends': 'تعديل ما ترسله {name}',
  'Send leads of {name} here': 'إرسال عملاء {name} إلى هنا',
  'Stop sending leads of {name}': 'إيقاف إرسال عملاء {name}',
  'Type a tag and press Enter.': 'اكتب وسمًا ثم اضغط Enter.',
  'You’ll approve access at {name}, then come back here. We never see your password.':
    'توافق لدى {name} نفسها ثم تعود إلى هنا. لا نرى كلمة مرورك أبدًا.',
  'Continue to {name}': 'المتابعة إلى {name}',
  'Check the sheet': 'فحص الجدول',
  'Check connection': 'فحص الاتصال',
  'The connection works.': 'الاتصال يعمل.',
  'New tag': 'وسم جديد',
  'Create tag': 'إنشاء وسم',
  'Email the link again': 'إرسال الرابط بالبريد مجددًا',
  'Reset the sheet': 'إعادة بناء الجدول',
  'Reset the sheet?': 'هل تريد إعادة بناء الجدول؟',
  'Everything in it is removed, including what people added. Then all leads are written again.':
    'يُزال كل ما فيه، حتى ما أضافه الناس، ثم يُكتب جميع العملاء المحتملين من جديد.',
  'The sheet is created with the first lead.': 'يُنشأ الجدول مع أول عميل محتمل.',
  '{count, plural, =0 {The sheet is there. No leads yet.} one {The sheet is there, with # lead.} other {The sheet is there, with # leads.}}':
    '{count, plural, =0 {الجدول موجود. لا عملاء محتملون بعد.} one {الجدول موجود وفيه عميل محتمل واحد.} two {الجدول موجود وفيه عميلان محتملان.} few {الجدول موجود وفيه # عملاء محتملين.} many {الجدول موجود وفيه # عميلًا محتملًا.} other {الجدول موجود وفيه # عميل محتمل.}}',
  'Custom integration': 'تكامل مخصص',
  'Custom integrations': 'تكاملات مخصصة',
  'Add custom integration': 'إضافة تكامل مخصص',
  'Send leads to your own system, with the headers it needs.':
    'أرسل العملاء المحتملين إلى نظام خاص بك بالترويسات التي يطلبها.',
  'No custom integrations yet': 'لا تكاملات مخصصة بعد',
  Connection: 'الاتصال',
  'A name you’ll recognize, such as the receiving system.': 'الاسم الذي تطلقه عليه، مثل اسم النظام خلفه.',
  'Each lead is sent here as JSON.': 'يُرسل كل عميل محتمل إلى هنا بصيغة JSON.',
  'Save integration': 'حفظ التكامل',
  'Add integration': 'إضافة التكامل',
  'Remove integration': 'إزالة التكامل',
  'Remove this integration?': 'هل تريد إزالة هذا التكامل؟',
  'Its URL and headers are deleted. Campaigns stop sending leads there; the log stays.':
    'ننسى عنوانه وترويساته. تتوقف الحملات عن إرسال العملاء إليه، ويبقى السجل.',
  'Leads are kept until it works again.': 'يُحتفظ بالعملاء المحتملين حتى يعمل من جديد.',
  Headers: 'الترويسات',
  'Sent with each lead, such as a key. Values are stored encrypted and never shown again.':
    'تُرسل مع كل عميل محتمل، مثل مفتاح. تُخزَّن القيم مشفّرة ولا تُعرض ثانية.',
  'Header name': 'اسم الترويسة',
  'Header value': 'قيمة الترويسة',
  'Remove header {name}': 'إزالة الترويسة {name}',
  'Add header': 'إضافة ترويسة',
  Fields: 'الحقول',
  'All lead fields are sent under our names. Add fields to choose and rename them.':
    'تُرسل جميع حقول العميل المحتمل بأسمائنا. أضف حقولًا لتختار أيها يُرسل وبأي اسم.',
  'These fields are sent, plus the message type and the lead ID.':
    'تُرسل هذه الحقول مع نوع الرسالة ومعرّف العميل المحتمل.',
  'Sent as': 'يُرسل باسم',
  'Open the sheet': 'فتح الجدول',
  'Nothing written yet.': 'لم يُكتب شيء بعد.',

  Customers: 'إدارة العملاء',
  'Email marketing': 'التسويق بالبريد',
  'Team messages': 'رسائل الفريق',
  'More tools': 'أدوات أخرى',
  'Name, place and page are sent. Add fields to choose what everybody in the channel may read.':
    'يُرسل الاسم والمكان والصفحة. أضف حقولًا لتختار ما يقرؤه كل من في القناة.',
  'Only these fields are sent, and the link to the lead.': 'تُرسل هذه الحقول فقط مع رابط العميل المحتمل.',

  // Of the server and the contract.
  'New lead: {name} ({place})': 'عميل محتمل جديد: {name} ({place})',
  'New lead: {name}': 'عميل محتمل جديد: {name}',
  'Creates or updates a contact and adds it to the lists you choose. Consent to marketing is left as it is.':
    'ينشئ جهة اتصال أو يحدّثها ويضيفها إلى القوائم التي تختارها. تبقى الموافقة على التسويق كما هي.',
  'Creates or updates a lead, one for each person.': 'ينشئ عميلًا محتملًا أو يحدّثه، واحدًا لكل شخص.',
  'First, an administrator installs our app in your organization, and adds a text field of 40 characters to Lead: Lead Key (Lead_Key__c), marked as external ID and unique.':
    'أولًا يثبّت مسؤول تطبيقنا في مؤسستك، ويضيف إلى Lead حقلًا نصيًا من 40 حرفًا: Lead Key ‏(Lead_Key__c)، محددًا كـ External ID وفريدًا.',
  'Adds each lead to the audiences you choose, as a contact who is not subscribed.':
    'يضيف كل عميل محتمل إلى القوائم التي تختارها، جهةَ اتصال غير مشتركة.',
  'Create a key in your profile under Extras, API keys. It ends with your data center, such as -us19.':
    'أنشئ مفتاحًا في ملفك من Extras ثم API keys. ينتهي بمركز بياناتك، مثل ‎-us19.',
  'Name, address, phone and company are sent. Add fields to store more about the lead.':
    'يُرسل الاسم والعنوان والهاتف والشركة. أضف حقولًا لتخزين المزيد عن العميل المحتمل.',
  'These fields are stored besides name, address, phone and company.':
    'تُخزَّن هذه الحقول إلى جانب الاسم والعنوان والهاتف والشركة.',
  'Creates or updates a profile and adds it to the lists you choose, without a subscription.':
    'ينشئ ملفًا شخصيًا أو يحدّثه ويضيفه إلى القوائم التي تختارها من دون اشتراك.',
  'Creates or updates a contact and tags it. Lists are left to your automations.':
    'ينشئ جهة اتصال أو يحدّثها ويضع عليها الوسوم. تُترك القوائم لأتمتتك.',
  'API address': 'عنوان API',
  'Both are under Settings, Developer.': 'كلاهما في Settings ثم Developer.',
  'Adds each lead to the custom audiences you choose, only as digests of their data.':
    'يضيف كل عميل محتمل إلى الجماهير المخصصة التي تختارها، كبصمات لبياناته فقط.',
  'Access token': 'رمز الوصول',
  'Of a system user with ads_management, from Business settings. Accept the Custom Audience terms first.':
    'لمستخدم نظام لديه ads_management، من Business settings. اقبل شروط Custom Audience أولًا.',
  'Ad account ID': 'معرّف حساب الإعلانات',
  Advertising: 'الإعلانات',
  'Posts each lead in a channel: who it is, from where, on which page, and a link to it.':
    'ينشر كل عميل محتمل في قناة: من هو ومن أين وعلى أي صفحة، مع رابط إليه.',
  'In your Slack app, turn on Incoming Webhooks, add one for the channel, and paste its URL.':
    'في تطبيق Slack الخاص بك شغّل Incoming Webhooks، وأضف واحدًا للقناة، ثم الصق عنوانه.',
  'Posts each lead as a card in a channel: who it is, from where, on which page, and a link to it.':
    'ينشر كل عميل محتمل بطاقةً في قناة: من هو ومن أين وعلى أي صفحة، مع رابط إليه.',
  'In the channel’s Workflows, choose “Post to a channel when a webhook request is received”, let anyone start it, and paste its URL. Addresses of the retired connectors no longer work.':
    'في Workflows القناة اختر “Post to a channel when a webhook request is received”، واسمح لأي شخص ببدئه، ثم الصق عنوانه. لم تعد عناوين الموصلات القديمة تعمل.',
  'The sheet is being written again.': 'تجري إعادة كتابة الجدول.',
  'The link was emailed again.': 'أُرسل الرابط بالبريد مرة أخرى.',
  'This name is taken. Choose another one.': 'هذا الاسم محجوز. اختر اسمًا آخر.',
  'The URL has a different host. Enter each header value again.':
    'يقود العنوان إلى مضيف آخر. أدخل قيمة كل ترويسة من جديد.',
  'A company can have at most 20 custom integrations.': 'يمكن أن يكون للشركة 20 تكاملًا مخصصًا على الأكثر.',
  'The operator hasn’t set up this service.': 'لم يُعدّ المشغّل هذه الخدمة.',
  Note: 'ملاحظة',
  'Lead ID': 'معرّف العميل المحتمل',
  'Writes each lead as a row of one sheet for each campaign.': 'يكتب كل عميل محتمل صفًا في جدول واحد لكل حملة.',
  'Creates or updates a contact in your location and tags it.': 'ينشئ جهة اتصال في موقعك أو يحدّثها ويضع عليها الوسوم.',
  'Creates or updates a lead with the lists and tags you choose.':
    'ينشئ عميلًا محتملًا أو يحدّثه بالقوائم والوسوم التي تختارها.',
  'Both are under Settings, Integrations, My API.': 'كلاهما في Settings ثم Integrations ثم My API.',
  'API password': 'كلمة مرور API',
  'Creates or updates a contact in your workspace and tags it.':
    'ينشئ جهة اتصال في مساحة عملك أو يحدّثها ويضع عليها الوسوم.',
  'The first part of your address, before .myclickfunnels.com.': 'الجزء الأول من عنوانك، قبل ‎.myclickfunnels.com.',
  'Starts a Zap with each lead. Also works with other tools that catch webhooks.':
    'يبدأ Zap مع كل عميل محتمل. يعمل أيضًا مع الأدوات الأخرى التي تستقبل خطافات الويب.',
  'Webhook address': 'عنوان خطاف الويب',
  'Start your Zap with Webhooks by Zapier > Catch Hook, then paste its URL.':
    'ابدأ الـ Zap بـ Webhooks by Zapier ثم Catch Hook، والصق عنوانه.',
  'Adds each lead to your contacts and the groups you choose.':
    'يضيف كل عميل محتمل إلى جهات اتصالك والمجموعات التي تختارها.',
  'Access was denied or has expired. Start again.': 'لم يُمنح الإذن أو انتهت مدته. ابدأ من جديد.',
  'This campaign has no sheet yet.': 'ليس لهذه الحملة جدول بعد.',
  'Leads are being written to it. Try again in a minute.': 'تُكتب فيه عملاء محتملون الآن. حاول مرة أخرى بعد دقيقة.',
  'The campaign has no report recipients.': 'ليس للحملة مستلمو تقارير.',
  'Changes saved successfully': 'حُفظت التغييرات بنجاح',
  'Adds each lead to your marketing contacts and the lists you choose.':
    'يضيف كل عميل محتمل إلى جهات اتصالك التسويقية والقوائم التي تختارها.',
  'Create a key with full access to Marketing under Settings, API Keys.':
    'أنشئ مفتاحًا بصلاحية كاملة على Marketing من Settings ثم API Keys.',
  'The service rejected this. Check that you copied all of it.': 'رفضته الخدمة. تأكد من نسخه كاملًا.',
  'This service doesn’t use this.': 'لا تطلبه هذه الخدمة.',
  'This goes with a new key only.': 'لا يُذكر هذا إلا مع مفتاح جديد.',
  'A client can have at most {n} webhooks.': 'أقصى عدد لخطافات الويب لدى العميل هو {n}.',
}
