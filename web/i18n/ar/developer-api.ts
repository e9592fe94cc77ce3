/** The developer pages that show the API's OpenAPI document. */
export const messages: Record<string, string> = {
  Documentation: 'الوثائق',
  'Test key: sees the sandbox, sends and charges nothing.':
    'مفتاح تجريبي: يرى بيئة التجربة، ولا يرسل شيئًا ولا يفرض أي رسوم.',
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
  Refusals: 'حالات الرفض',
  'Language of the example': 'لغة المثال',
  Example: 'مثال',
  Run: 'تشغيل',
  'Paste a token at the top to run it.': 'الصق رمزًا في الأعلى لتشغيله.',
  'The API could not be reached.': 'تعذر الوصول إلى الواجهة البرمجية.',
  'Try it here': 'جرّبها هنا',
  Token: 'الرمز',
  'Paste a token, ideally from a test key. It is sent to this API only and discarded when you leave.':
    'الصق رمزًا، ويُفضَّل رمز مفتاح تجريبي. لا يُرسل إلا إلى هذه الواجهة ويُنسى عند مغادرتك.',
}

/** Descriptions of operations and fields in the OpenAPI document (`describe-api.ts`). */
export const serverTexts: Record<string, string> = {
  'Exchanges a credential for a token of 15 minutes, by OAuth 2.0 client credentials: as a form or as JSON, the credential in the body or by HTTP Basic.':
    'يستبدل بيانات الاعتماد برمز مدته 15 دقيقة وفق OAuth 2.0 client credentials: كنموذج أو JSON، وبيانات الاعتماد في المتن أو عبر HTTP Basic.',
  'Scopes separated by spaces; all read scopes if omitted.':
    'نطاقات تفصل بينها مسافة؛ وكل نطاقات القراءة إن لم يُسمَّ شيء.',
  'Lists clients of an agency, newest first; of a client, itself. Removed ones are absent.':
    'يسرد عملاء وكالة، الأحدث أولًا؛ وللعميل نفسَه. المحذوفون غائبون.',
  'An agency or one of its clients; your own company if omitted.': 'وكالة أو عميل لها؛ والشركة نفسها إن لم يُسمَّ شيء.',
  'The `next_cursor` of the page before, with the same filters.':
    'قيمة `next_cursor` من الصفحة السابقة، مع عوامل التصفية نفسها.',
  'Null on the last page.': 'null في الصفحة الأخيرة.',
  'Lists campaigns of an agency or a client, newest first. Removed ones are absent.':
    'يسرد حملات وكالة أو عميل، الأحدث أولًا. المحذوفة غائبة.',
  'Most leads in a period; null: no limit.': 'أقصى عدد من العملاء المحتملين في مدة؛ null: بلا حد.',
  '`max` is the whole life of the campaign.': '`max` هي عمر الحملة كله.',
  'Makes a campaign of a client as a draft. What is left out is as for a new campaign of this client.':
    'ينشئ حملة لعميل كمسودة. وما يُترك يكون كما في حملة جديدة لهذا العميل.',
  'Names the operation, so that a repeated call has no second effect.':
    'يسمّي العملية حتى لا يكون لتكرار الاستدعاء أثر ثانٍ.',
  'Last day; null: no end.': 'آخر يوم؛ null: بلا نهاية.',
  'Of Search ID campaigns: what people search for.': 'لحملات Search ID: ما يبحث عنه الناس.',
  'What still keeps the campaign from being started.': 'ما يمنع بدء الحملة حتى الآن.',
  'Reads one campaign, with its pixel and what still keeps it from being started.':
    'يقرأ حملة واحدة مع البكسل الخاص بها وما يمنع بدءها حتى الآن.',
  'Starts or pauses a campaign. Starting answers 422 with every blocker while something is missing.':
    'يبدأ حملة أو يوقفها مؤقتًا. ويُرد على البدء بالحالة 422 مع كل مانع ما دام شيء ناقصًا.',
  'Sets how many leads a campaign may make, what they may cost in a month, and who is notified. Omitted fields stay as they are.':
    'يحدد أقصى عدد من العملاء المحتملين تصنعه الحملة، وما يجوز أن يكلّفوه في شهر، ومن يُخبَر بذلك. ما لم يُذكر يبقى كما هو.',
  'Tells at these shares of `month_cap_cents`, in percent, once a month each; empty: never.':
    'يُخبِر عند هذه النسب من `month_cap_cents`، بالمئة، مرة في الشهر لكل منها؛ فارغ: أبدًا.',
  'Notifies once a month when its leads have cost this much, in US cents; stops nothing. Null: never.':
    'يُخبِر مرة في الشهر عندما يكلّف عملاؤها المحتملون هذا القدر، بالسنت الأمريكي، ولا يوقف شيئًا؛ null: أبدًا.',
  'Whether the client is told, too.': 'هل يُخبَر العميل أيضًا.',
  'The most that its leads may cost the client in a calendar month of its time zone, in US cents; null: no cap.':
    'أقصى ما قد يكلّفه عملاؤها المحتملون العميلَ في شهر تقويمي حسب منطقتها الزمنية، بالسنت الأمريكي؛ null: بلا سقف.',
  'Lists leads of an agency or a client, newest first.': 'يسرد العملاء المحتملين لوكالة أو عميل، الأحدث أولًا.',
  'From this moment on.': 'من هذه اللحظة فصاعدًا.',
  'Before this moment.': 'قبل هذه اللحظة.',
  'In dollars, frozen when the lead was made.': 'بالدولار، كما ثُبّت عند إنشاء العميل المحتمل.',
  'Lists resolved visits of an agency or a client, newest first, each with its reason.':
    'يسرد الزيارات المعالجة لوكالة أو عميل، الأحدث أولًا، ولكل منها سببها.',
  'Why it became a lead, or did not.': 'لماذا صارت عميلًا محتملًا أو لم تصر.',
  'Lists deliveries of leads to their destinations, newest first.':
    'يسرد عمليات تسليم العملاء المحتملين إلى وجهاتها، الأحدث أولًا.',
  'Also the webhook-id header: the same at every try.': 'وهو أيضًا الترويسة webhook-id: نفسه في كل محاولة.',
  'Null unless it waits.': 'null ما لم يكن في الانتظار.',
  'Why the latest try failed.': 'لماذا فشلت آخر محاولة.',
  'Lists counts of people who searched for keywords, newest first.': 'يسرد أعداد من بحثوا عن كلمات مفتاحية، الأحدث أولًا.',
  'People who searched in the past 7 days; 0 means fewer than 10, null means not counted yet.':
    'من بحثوا في الأيام السبعة الماضية؛ 0 تعني أقل من 10، وnull حتى يكتمل.',
  'In the target location. People who searched in the past 7 days; 0 means fewer than 10, null means not counted yet.':
    'في الموقع المستهدف. من بحثوا في الأيام السبعة الماضية؛ 0 تعني أقل من 10، وnull حتى يكتمل.',
  'Queues a count of the people who searched for keywords in the past 7 days. Read it again for its outcome.':
    'يضع في الانتظار عدًّا لمن بحثوا عن كلمات مفتاحية في الأيام السبعة الماضية. اقرأه مجددًا لمعرفة نتيجته.',
  'A Search ID campaign.': 'حملة Search ID.',
  'The exclusion list of the own company, which holds for everybody below it.':
    'قائمة الاستبعاد للشركة نفسها، وتسري على كل من تحتها.',
  'How many. The list holds hashes and shows none.': 'كم عددها. تحفظ القائمة بصمات ولا تعرض أيًّا منها.',
  'When it took effect; null while it is being imported.': 'منذ متى يسري؛ null ما دام قيد الاستيعاب.',
  'The latest 20, newest first.': 'آخر 20، الأحدث أولًا.',
  'Puts addresses onto the exclusion list of the own company.': 'يضيف عناوين إلى قائمة الاستبعاد للشركة نفسها.',
  'Email addresses or their MD5 hashes.': 'عناوين بريد إلكتروني أو بصمات MD5 لها.',
  'Of the change; `done_at` says when it is in force.': 'معرّف التغيير؛ ويبيّن `done_at` متى يسري.',
  'The exclusion list of one campaign.': 'قائمة الاستبعاد لحملة واحدة.',
  'Puts addresses onto the exclusion list of one campaign.': 'يضيف عناوين إلى قائمة الاستبعاد لحملة واحدة.',
  'Lists what an agency and its clients have left or owe, the newest account first.':
    'يسرد ما تبقى لوكالة وعملائها أو ما عليهم، الحساب الأحدث أولًا.',
  'data_wallet: what the agency has prepaid; agency_owes: to its operator; client_prepaid: for leads of campaigns; client_owes: to its agency.':
    'data_wallet: ما دفعته الوكالة مسبقًا؛ agency_owes: ما عليها للمشغّل؛ client_prepaid: لعملاء الحملات المحتملين؛ client_owes: ما على العميل لوكالته.',
  'Null for the agency’s own.': 'null لحساب الوكالة نفسها.',
  'In dollars, exact to 1/10,000. Below 0 is owed, above 0 is there.':
    'بالدولار، بدقة 1/10,000. ما دون 0 مستحق، وما فوق 0 متوفر.',
  'Lists the webhooks of the own agency.': 'يسرد خطافات الويب للوكالة نفسها.',
  'Why the latest message did not arrive; null while all is well.':
    'لماذا لم تصل آخر رسالة؛ null ما دام كل شيء على ما يرام.',
  'Until then the previous secret also signs.': 'حتى ذلك الحين يوقّع السر السابق أيضًا.',
  'Tells an address of events from now on. The answer shows the signing secret, once.':
    'يخبر عنوانًا بالأحداث من الآن فصاعدًا. يعرض الرد سر التوقيع مرة واحدة.',
  'Signs every message (Standard Webhooks). It is shown this once.':
    'يوقّع كل رسالة (Standard Webhooks). يُعرض هذه المرة فقط.',
  'Changes the address or the events of a webhook, switches it off, or on again.':
    'يغيّر عنوان خطاف ويب أو أحداثه، أو يوقفه، أو يشغّله مجددًا.',
  'Removes a webhook. Pending messages are not sent.': 'يزيل خطاف ويب. ولا يُرسل بعدها ما ينتظره.',
  'Makes a new signing secret. For 24 hours messages carry a signature by the old one too.':
    'ينشئ سر توقيع جديدًا. وتحمل الرسائل لمدة 24 ساعة توقيعًا بالسر القديم أيضًا.',
  'Sends a message of type `webhook.test`, signed and logged like any other, before all that waits. If it arrives at a webhook that was switched off for its failures, that is on again.':
    'يرسل رسالة من النوع `webhook.test`، موقّعة ومسجّلة كغيرها، قبل كل ما ينتظر. وإذا وصلت إلى خطاف ويب أُوقف بسبب إخفاقاته فإنه يعمل من جديد.',
  'Also the webhook-id header.': 'وهو أيضًا الترويسة webhook-id.',
  'Lists what a webhook was told, newest first, with every attempt. Messages are kept for 30 days.':
    'يسرد ما أُخبر به خطاف ويب، الأحدث أولًا، مع كل محاولة. تُحفظ الرسائل لمدة 30 يومًا.',
  'Also the webhook-id header: the same at every try and replay.':
    'وهو أيضًا الترويسة webhook-id: نفسه في كل محاولة وإعادة إرسال.',
  'Newest first; at most 20.': 'الأحدث أولًا؛ 20 على الأكثر.',
  'Sends one message again, or those since an instant that did not arrive, at most 1000 at once; with the same ids.':
    'يرسل رسالة واحدة مجددًا، أو ما لم يصل منذ لحظة معينة، 1000 على الأكثر دفعة واحدة؛ بالمعرّفات نفسها.',
  'Lists the calls of the own company’s keys, newest first. They are kept for 30 days, without bodies or filters.':
    'يسرد استدعاءات مفاتيح الشركة نفسها، الأحدث أولًا. تُحفظ لمدة 30 يومًا بلا متون أو عوامل تصفية.',
  '`failed` is every status from 400 on.': '`failed` هي كل حالة من 400 فصاعدًا.',
  'As the answer named it where it was a problem.': 'كما سمّاه الرد حيث كان مشكلة.',
  'Of the key; null once it is forgotten.': 'معرّف المفتاح؛ null بعد نسيانه.',
  'The operationId of this document.': 'قيمة operationId في هذا المستند.',
  'Of the problem; null where all went well.': 'رمز المشكلة؛ null حيث سار كل شيء على ما يرام.',
  'Counts the calls of the own company’s keys by day, operation and status, at most 92 days, and names the limits in force.':
    'يعدّ استدعاءات مفاتيح الشركة نفسها حسب اليوم والعملية والحالة، 92 يومًا على الأكثر، ويسمّي الحدود السارية.',
  'First day (UTC); 30 days up to the last one where it is left out.':
    'أول يوم (UTC)؛ وعند تركه 30 يومًا حتى اليوم الأخير.',
  'Last day (UTC); today where it is left out.': 'آخر يوم (UTC)؛ وعند تركه اليوم.',
  'Days, operations and statuses that were seen, the oldest first.': 'الأيام والعمليات والحالات التي شوهدت، الأقدم أولًا.',
  'All calls of one key, all calls of a company, and requests for tokens with one key.':
    'كل استدعاءات مفتاح واحد، وكل استدعاءات شركة، وطلبات الرموز بمفتاح واحد.',
  'Exchanges a developer’s credential for a token of 15 minutes, for single sign-on alone.':
    'يستبدل بيانات اعتماد مطور برمز مدته 15 دقيقة، للدخول الموحد وحده.',
  'A token that signs one person in on one host, once, within 60 seconds.':
    'رمز يسجّل دخول شخص واحد على مضيف واحد، مرة واحدة، خلال 60 ثانية.',
  'Lists the states that campaigns can target, by name.': 'يسرد الولايات التي يمكن أن تستهدفها الحملات، بالاسم.',
  'Lists the cities of a state with how many ZIP codes each has.': 'يسرد مدن ولاية مع عدد الرموز البريدية لكل منها.',
  'A lead was made.': 'أُنشئ عميل محتمل.',
  'A campaign was started, paused, stopped or archived.': 'بدأت حملة أو أُوقفت مؤقتًا أو أُنهيت أو أُرشفت.',
  'A keyword count was made, or failed.': 'اكتمل عدّ كلمات مفتاحية أو فشل.',
  'A lead could not be delivered and is not retried automatically.': 'تعذر تسليم عميل محتمل ولن تُعاد المحاولة تلقائيًا.',
  'Test keys see the sandbox only. Use another key for this call.':
    'لا ترى المفاتيح التجريبية إلا بيئة التجربة. استخدم مفتاحًا آخر لهذا الاستدعاء.',
}
