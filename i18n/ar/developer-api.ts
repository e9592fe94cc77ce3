/** The developer pages that show the API's OpenAPI document. */
export const messages = {
  Documentation: 'الوثائق',
  'Test key: uses the sandbox and never sends or charges anything.':
    'مفتاح تجريبي: يستخدم بيئة التجربة، ولا يرسل شيئًا ولا يفرض أي رسوم.',
  'Create test key': 'إنشاء مفتاح تجريبي',
  'Every call with fields, limits, errors and runnable examples.':
    'كل استدعاء بحقوله وحدوده وحالات رفضه، مع أمثلة تعمل كما هي.',
  Downloads: 'خذها معك',
  'Typed client for TypeScript': 'عميل TypeScript محدّد الأنواع',
  'OpenAPI document': 'مستند OpenAPI',
  'Webhook events': 'أحداث خطافات الويب',
  'Each message is signed per Standard Webhooks (webhook-id, webhook-timestamp, webhook-signature). It carries IDs only; read the details through the API.':
    'كل رسالة موقّعة وفق Standard Webhooks عبر webhook-id وwebhook-timestamp وwebhook-signature. وهي تسمّي الأشياء بمعرّفاتها؛ اقرأها عبر الواجهة البرمجية.',
  'In the path': 'في المسار',
  'In the query': 'في الاستعلام',
  'In the headers': 'في الترويسات',
  'In the body': 'في المتن',
  Field: 'الحقل',
  Meaning: 'المعنى',
  Required: 'مطلوب',
  'How it works': 'كيف تعمل',
  'Exchange a key for a 15-minute token (OAuth 2.0 client credentials). Request scopes to limit what the token can do.':
    'يُستخدم المفتاح للحصول على رموز مدتها 15 دقيقة وفق OAuth 2.0 client credentials. سمِّ نطاقات لتحصل على أقل مما يجوز لمفتاحك.',
  'A test key sees a fictional company with the same rows on every call. Writes are checked and answered but not stored, and nothing is sent or charged.':
    'يرى المفتاح التجريبي شركة مختلقة: الصفوف نفسها في كل استدعاء. يُتحقَّق مما يكتبه ويُرد عليه ولا يُحفظ، ولا يُرسل شيء ولا تُفرض رسوم.',
  'Lists are paged: send next_cursor as cursor, with the same filters, until it is null.':
    'تُقرأ القوائم صفحة بعد صفحة: أرسل next_cursor بوصفه cursor مع عوامل التصفية نفسها حتى يصبح null.',
  'A write with an Idempotency-Key runs once, however often it is sent within 24 hours.':
    'تحدث الكتابة التي تحمل Idempotency-Key مرة واحدة مهما تكرر إرسالها خلال 24 ساعة.',
  'RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset show what is left. After a 429, wait as long as Retry-After says.':
    'تبيّن RateLimit-Limit وRateLimit-Remaining وRateLimit-Reset ما تبقى. وبعد 429 انتظر المدة التي تذكرها Retry-After.',
  'Errors are problem details (RFC 9457). Rely on code, which never changes meaning; messages may change.':
    'حالات الرفض بصيغة \u2068problem details (RFC 9457)\u2069. اعتمد على code فمعناه لا يتغير أبدًا، أما الكلمات فقد تتغير.',
  'Api-Version gives the version of each response, now {version}. Deprecated calls say so in a header and name their replacement.':
    'تذكر Api-Version إصدار كل رد، وهو الآن {version}. والاستدعاءات المتقادمة تذكر ذلك في ترويسة مع ما يحل محلها.',
  Deprecated: 'متقادم',
  'Scope: {scope}': 'النطاق: {scope}',
  Errors: 'الأخطاء',
  'Language of the example': 'لغة المثال',
  Example: 'مثال',
  Run: 'تشغيل',
  'Paste a token at the top to run it.': 'الصق رمزًا في الأعلى لتشغيله.',
  'The API could not be reached.': 'تعذر الوصول إلى الواجهة البرمجية.',
  'Try it here': 'جرّبها هنا',
  Token: 'الرمز',
  'Paste a token, ideally from a test key. It is sent to this API only and discarded when you leave.':
    'الصق رمزًا، ويُفضَّل رمز مفتاح تجريبي. لا يُرسل إلا إلى هذه الواجهة ويُنسى عند مغادرتك.',

  // Descriptions of operations and fields in the OpenAPI document (`describe-api.ts`).
  'Exchanges a credential for a 15-minute token (OAuth 2.0 client credentials), as a form or JSON, with the credential in the body or in HTTP Basic.':
    'يستبدل بيانات الاعتماد برمز مدته 15 دقيقة وفق OAuth 2.0 client credentials: كنموذج أو JSON، وبيانات الاعتماد في المتن أو عبر HTTP Basic.',
  'Scopes separated by spaces; all read scopes of the key if omitted.':
    'نطاقات تفصل بينها مسافة؛ وكل نطاقات القراءة التي للمفتاح إن لم يُسمَّ شيء.',
  'Lists clients of an agency, newest first; of a client, itself. Removed ones are absent.':
    'يسرد عملاء وكالة، الأحدث أولًا؛ وللعميل نفسَه. المحذوفون غائبون.',
  'An agency or one of its clients; your own company if omitted.': 'وكالة أو عميل لها؛ والشركة نفسها إن لم يُسمَّ شيء.',
  'The `next_cursor` of the previous page, with the same filters.':
    'قيمة `next_cursor` من الصفحة السابقة، مع عوامل التصفية نفسها.',
  'Null on the last page.': 'null في الصفحة الأخيرة.',
  'Lists campaigns of an agency or a client, newest first. Removed ones are absent.':
    'يسرد حملات وكالة أو عميل، الأحدث أولًا. المحذوفة غائبة.',
  'Maximum leads per period.': 'أقصى عدد من العملاء المحتملين في مدة.',
  '`max` is the whole lifetime of the campaign.': '`max` هي عمر الحملة كله.',
  'Creates a campaign for a client as a draft. Omitted fields get the defaults of a new campaign of this client.':
    'ينشئ حملة لعميل كمسودة. وما يُترك يكون كما في حملة جديدة لهذا العميل.',
  'Identifies the operation, so that a repeated call has no second effect.':
    'يسمّي العملية حتى لا يكون لتكرار الاستدعاء أثر ثانٍ.',
  'Last day; null: no end.': 'آخر يوم؛ null: بلا نهاية.',
  'Of Search ID campaigns: what people search for.': 'لحملات Search ID: ما يبحث عنه الناس.',
  'What still blocks the campaign from starting.': 'ما يمنع بدء الحملة حتى الآن.',
  'Reads one campaign, with its pixel and what still blocks it from starting.':
    'يقرأ حملة واحدة مع البكسل الخاص بها وما يمنع بدءها حتى الآن.',
  'Starts or pauses a campaign. Starting returns 422 with every blocker while something is missing.':
    'يبدأ حملة أو يوقفها مؤقتًا. ويُرد على البدء بالحالة 422 مع كل مانع ما دام شيء ناقصًا.',
  'Sets a campaign’s lead limit, its monthly spend cap, and who is notified. Omitted fields stay unchanged.':
    'يحدد حد العملاء المحتملين للحملة وسقف إنفاقها الشهري ومن يُبلَّغ. وتبقى الحقول المحذوفة دون تغيير.',
  'Sends a notification at these shares of `month_cap_cents`, in percent, once a month each; empty: never.':
    'يُخبِر عند هذه النسب من `month_cap_cents`، بالمئة، مرة في الشهر لكل منها؛ فارغ: أبدًا.',
  'Sends a notification once a month when its leads have cost this much, in US cents; nothing stops. Null: never.':
    'يُخبِر مرة في الشهر عندما يكلّف عملاؤها المحتملون هذا القدر، بالسنت الأمريكي، ولا يوقف شيئًا؛ null: أبدًا.',
  'Whether the client is also notified.': 'هل يُبلَّغ العميل أيضًا.',
  'The maximum its leads may cost the client in a calendar month of its time zone, in US cents; null: no cap.':
    'أقصى ما قد يكلّفه عملاؤها المحتملون العميلَ في شهر تقويمي حسب منطقتها الزمنية، بالسنت الأمريكي؛ null: بلا سقف.',
  'Lists leads of an agency or a client, newest first.': 'يسرد العملاء المحتملين لوكالة أو عميل، الأحدث أولًا.',
  'At or after this time.': 'من هذه اللحظة فصاعدًا.',
  'Before this time.': 'قبل هذه اللحظة.',
  'What the person searched for or read about, newest first; null for a visit.':
    'ما بحث عنه الشخص أو قرأ عنه، الأحدث أولًا؛ null للزيارة.',
  'What else is known about the person and their company, by kind; null if the campaign sends none.':
    'ما يُعرف أيضًا عن الشخص وشركته، حسب النوع؛ null إذا لم ترسل الحملة شيئًا.',
  'In dollars, fixed when the lead was created.': 'بالدولار، كما ثُبّت عند إنشاء العميل المحتمل.',
  'Lists resolved visits of an agency or a client, newest first, each with its outcome.':
    'يسرد الزيارات المعالجة لوكالة أو عميل، الأحدث أولًا، كل منها مع نتيجتها.',
  'Why it did or didn’t become a lead.': 'لماذا صارت عميلًا محتملًا أو لم تصر.',
  'Lists deliveries of leads to their destinations, newest first.':
    'يسرد عمليات تسليم العملاء المحتملين إلى وجهاتها، الأحدث أولًا.',
  'Also the webhook-id header; the same for every attempt.': 'وهو أيضًا الترويسة webhook-id: نفسه في كل محاولة.',
  'Null unless it is waiting.': 'null ما لم يكن في الانتظار.',
  'Why the latest attempt failed.': 'لماذا فشلت آخر محاولة.',
  'Lists keyword counts, newest first.': 'يسرد أعداد الكلمات المفتاحية، الأحدث أولًا.',
  'People who searched in the past 7 days; 0 means fewer than 10, null means not counted yet.':
    'من بحثوا في الأيام السبعة الماضية؛ 0 تعني أقل من 10، وnull حتى يكتمل.',
  'In the target location. People who searched in the past 7 days; 0 means fewer than 10, null means not counted yet.':
    'في الموقع المستهدف. من بحثوا في الأيام السبعة الماضية؛ 0 تعني أقل من 10، وnull حتى يكتمل.',
  'Queues a count of the people who searched for keywords in the past 7 days. Read it again for its outcome.':
    'يضع في الانتظار عدًّا لمن بحثوا عن كلمات مفتاحية في الأيام السبعة الماضية. اقرأه مجددًا لمعرفة نتيجته.',
  'A Search ID campaign.': 'حملة Search ID.',
  'Reads the exclusion list of your own company, which applies to every company below it, with a page of its changes.':
    'يقرأ قائمة استبعاد شركتك، وتسري على كل شركة تحتها، مع صفحة من تغييراتها.',
  'The number of addresses. The list stores only hashes and never shows them.':
    'كم عددها. تحفظ القائمة بصمات ولا تعرض أيًّا منها.',
  'When it took effect; null while it is being imported.': 'منذ متى يسري؛ null ما دام قيد الاستيعاب.',
  'The page’s changes, newest first.': 'تغييرات الصفحة، الأحدث أولًا.',
  'Adds addresses to the exclusion list of your own company.': 'يضيف عناوين إلى قائمة استبعاد شركتك.',
  'Email addresses or their MD5 hashes.': 'عناوين بريد إلكتروني أو بصمات MD5 لها.',
  'ID of the change; `done_at` is when it took effect.': 'معرّف التغيير؛ ويبيّن `done_at` متى يسري.',
  'Reads the exclusion list of one campaign, with a page of its changes.':
    'يقرأ قائمة استبعاد حملة واحدة، مع صفحة من تغييراتها.',
  'Adds addresses to the exclusion list of one campaign.': 'يضيف عناوين إلى قائمة استبعاد حملة واحدة.',
  'Lists balances and debts of an agency and its clients, newest account first.':
    'يسرد ما تبقى لوكالة وعملائها أو ما عليهم، الحساب الأحدث أولًا.',
  'data_wallet: the agency’s prepaid balance; agency_owes: its debt to its operator; client_prepaid: prepaid leads of campaigns; client_owes: its debt to its agency.':
    'data_wallet: ما دفعته الوكالة مسبقًا؛ agency_owes: ما عليها للمشغّل؛ client_prepaid: لعملاء الحملات المحتملين؛ client_owes: ما على العميل لوكالته.',
  'Null for the agency’s own.': 'null لحساب الوكالة نفسها.',
  'In dollars, to 1/10,000. Negative is owed, positive is available.':
    'بالدولار، بدقة 1/10,000. ما دون 0 مستحق، وما فوق 0 متوفر.',
  'Lists the webhooks of your own agency.': 'يسرد خطافات الويب للوكالة نفسها.',
  'Why the latest message failed; null if it didn’t.': 'لماذا لم تصل آخر رسالة؛ null ما دام كل شيء على ما يرام.',
  'Until then messages are also signed with the previous secret.': 'حتى ذلك الحين يوقّع السر السابق أيضًا.',
  'Creates a webhook that receives events from now on. The response shows the signing secret once.':
    'ينشئ خطاف ويب يتلقى الأحداث من الآن. وتعرض الإجابة سر التوقيع مرة واحدة.',
  'Signs every message (Standard Webhooks). Shown only once.': 'يوقّع كل رسالة (Standard Webhooks). يُعرض هذه المرة فقط.',
  'Changes the URL or the events of a webhook, or turns it off or on.':
    'يغيّر عنوان خطاف ويب أو أحداثه، أو يوقفه، أو يشغّله مجددًا.',
  'Removes a webhook. Pending messages are not sent.': 'يزيل خطاف ويب. ولا يُرسل بعدها ما ينتظره.',
  'Generates a new signing secret. For 24 hours messages are also signed with the old one.':
    'ينشئ سر توقيع جديدًا. وتحمل الرسائل لمدة 24 ساعة توقيعًا بالسر القديم أيضًا.',
  'Sends a `webhook.test` message, signed and logged like any other, ahead of pending messages. If it succeeds, a webhook that was turned off for failures is turned on again.':
    'يرسل رسالة من النوع `webhook.test`، موقّعة ومسجّلة كغيرها، قبل كل ما ينتظر. وإذا وصلت إلى خطاف ويب أُوقف بسبب إخفاقاته فإنه يعمل من جديد.',
  'Also the webhook-id header.': 'وهو أيضًا الترويسة webhook-id.',
  'Lists the messages of a webhook, newest first, with every attempt. Messages are kept for 30 days.':
    'يسرد رسائل خطاف ويب، الأحدث أولًا، مع كل محاولة. تُحفظ الرسائل 30 يومًا.',
  'Also the webhook-id header; the same for every attempt and replay.':
    'وهو أيضًا الترويسة webhook-id: نفسه في كل محاولة وإعادة إرسال.',
  'Newest first; at most 20.': 'الأحدث أولًا؛ 20 على الأكثر.',
  'Resends one message, or failed ones since a point in time, up to 1,000 at once, with the same IDs.':
    'يرسل رسالة واحدة مجددًا، أو ما لم يصل منذ لحظة معينة، 1000 على الأكثر دفعة واحدة؛ بالمعرّفات نفسها.',
  'Lists calls made with your company’s keys, newest first. They are kept for 30 days, without bodies or filters.':
    'يسرد استدعاءات مفاتيح الشركة نفسها، الأحدث أولًا. تُحفظ لمدة 30 يومًا بلا متون أو عوامل تصفية.',
  '`failed` is every status from 400 on.': '`failed` هي كل حالة من 400 فصاعدًا.',
  'Its code from the response, if it failed.': 'كما سمّاه الرد حيث كان مشكلة.',
  'ID of the key; null once it has been deleted.': 'معرّف المفتاح؛ null بعد نسيانه.',
  'The operationId in this document.': 'قيمة operationId في هذا المستند.',
  'Code of the error; null if there was none.': 'رمز المشكلة؛ null حيث سار كل شيء على ما يرام.',
  'Counts calls made with your company’s keys by day, operation and status, for up to 92 days, and lists the current limits.':
    'يعدّ استدعاءات مفاتيح الشركة نفسها حسب اليوم والعملية والحالة، 92 يومًا على الأكثر، ويسمّي الحدود السارية.',
  'First day (UTC); 30 days through the last one if omitted.': 'أول يوم (UTC)؛ وعند تركه 30 يومًا حتى اليوم الأخير.',
  'Last day (UTC); today if omitted.': 'آخر يوم (UTC)؛ وعند تركه اليوم.',
  'Days, operations and statuses with calls, oldest first.': 'الأيام والعمليات والحالات التي شوهدت، الأقدم أولًا.',
  'All calls with one key, all calls of a company, and token requests with one key.':
    'كل استدعاءات مفتاح واحد، وكل استدعاءات شركة، وطلبات الرموز بمفتاح واحد.',
  'Exchanges a credential for a 15-minute token that can only be used for single sign-on.':
    'يستبدل بيانات اعتماد برمز مدته 15 دقيقة، يصلح للدخول الموحد وحده.',
  'Issues a single sign-on token for one person on one host. It works once, within 60 seconds.':
    'يصدر رمزًا للدخول الموحد لشخص واحد على مضيف واحد، يعمل مرة واحدة خلال 60 ثانية.',
  'Lists the states that campaigns can target, by name.': 'يسرد الولايات التي يمكن أن تستهدفها الحملات، بالاسم.',
  'Lists the cities of a state with how many ZIP codes each has.': 'يسرد مدن ولاية مع عدد الرموز البريدية لكل منها.',
  'A lead was created.': 'أُنشئ عميل محتمل.',
  'A campaign was started, paused, stopped or archived.': 'بدأت حملة أو أُوقفت مؤقتًا أو أُنهيت أو أُرشفت.',
  'A keyword count finished or failed.': 'اكتمل عدّ كلمات مفتاحية أو فشل.',
  'A lead could not be delivered and is not retried automatically.': 'تعذر تسليم عميل محتمل ولن تُعاد المحاولة تلقائيًا.',
  'Test keys see the sandbox only. Use another key for this call.':
    'لا ترى المفاتيح التجريبية إلا بيئة التجربة. استخدم مفتاحًا آخر لهذا الاستدعاء.',
  'Lists the notes of a lead, newest first, up to 200. Removed and erased ones are left out.':
    'يسرد ملاحظات عميل محتمل، الأحدث أولًا، حتى 200. وتُترك المحذوفة والممحوّة.',
  'Who wrote it.': 'من كتبها.',
  'Written by software.': 'كتبها برنامج.',
  'A note was added to a lead.': 'أُضيفت ملاحظة إلى عميل محتمل.',
  'Changes how a lead is worked, and adds a note. Omitted fields stay unchanged. The lead’s history says that software did it.':
    'يغيّر كيف يُعمل على عميل محتمل، ويضيف ملاحظة. الحقول غير المرسلة تبقى كما هي. ويذكر سجل العميل المحتمل أن برنامجًا فعل ذلك.',
  'A status of the agency’s pipeline.': 'حالة من حالات الوكالة.',
  'Someone of the client or its agency who may see the lead; null: nobody.':
    'شخص من العميل أو وكالته يحق له رؤية العميل المحتمل؛ وnull: لا أحد.',
  'The same person by email address, in place of the ID.': 'الشخص نفسه بعنوان بريده بدلًا من المعرّف.',
  'All tags of the lead; new names are created.': 'كل وسوم العميل المحتمل؛ والأسماء الجديدة تُنشأ.',
  'A note that the client and its agency read.': 'ملاحظة يقرؤها العميل ووكالته.',
  'Of the note that was added; null without one.': 'معرّف الملاحظة المضافة؛ وnull إن لم تكن.',
  'Set the status, assignee, value and tags of leads, and add notes.':
    'تعيين حالة العملاء المحتملين ومسؤولهم وقيمتهم ووسومهم، وإضافة ملاحظات.',
  'The status, the assignee or the tags of a lead changed.': 'تغيّرت حالة عميل محتمل أو مسؤوله أو وسومه.',
  'Who works it; null for nobody.': 'من يعمل عليه؛ وnull إن لم يكن أحد.',
  'The client’s own estimate of what the lead is worth, in cents. Nothing is billed by it.':
    'تقدير العميل نفسه لقيمة العميل المحتمل، بالسنتات. لا تُحتسب به أي رسوم.',
  'A status of the agency’s pipeline; `new` for a lead that nobody has worked on.':
    'حالة من مسار مبيعات الوكالة؛ و`new` لعميل محتمل لم يعمل عليه أحد.',
}
