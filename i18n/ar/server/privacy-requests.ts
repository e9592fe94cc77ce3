/** The page on which people without an account ask what is held about them, and its mail. */
export const messages = {
  'What is held about you': 'ما نحتفظ به عنك',
  'See it, or look up a request': 'اطّلع عليه، أو ابحث عن طلب',
  'Ask what is held about you, where it came from, and to whom it was disclosed.':
    'اسأل عمّا نحتفظ به عنك، ومن أين جاء، ولمن أُفصح عنه.',
  'You need no account, and it costs nothing. A code by email shows that the address is yours.':
    'لا تحتاج إلى حساب، والأمر مجاني. رمز بالبريد الإلكتروني يبيّن أن العنوان لك.',
  'Send me a code': 'أرسلوا إليّ رمزًا',
  'Everybody gets the same email: neither it nor this page tells whether we know the address.':
    'يحصل الجميع على الرسالة نفسها: لا هي ولا هذه الصفحة تدلّ على ما إذا كنّا نعرف العنوان.',
  'Only opt out, at once and without a code': 'الاعتراض فقط، فورًا ومن دون رمز',
  'A code is on its way to the address. It works for 15 minutes.': 'الرمز في طريقه إلى العنوان. يعمل لمدة 15 دقيقة.',
  'Look up a request': 'ابحث عن طلب',
  'Show the request': 'أظهر الطلب',
  'Number of the request': 'رقم الطلب',
  'Key of the request': 'مفتاح الطلب',
  'Date of the request': 'تاريخ الطلب',
  'Address confirmed': 'تأكيد العنوان',
  'First answered': 'أول جواب',
  'To be answered by': 'الجواب حتى',
  'Your address is confirmed': 'تم تأكيد عنوانك',
  'Your request': 'طلبك',
  'Its key, to come back to it:': 'مفتاحه، للعودة إليه:',
  'Keep both: nobody can tell them to you again.': 'احتفظ بهما: لا يستطيع أحد أن يخبرك بهما مرة أخرى.',
  'Its time is over, and the address is forgotten. Ask again to see what is held now.':
    'انتهت مدّته، ونُسي العنوان. اسأل من جديد لتطّلع على ما نحتفظ به الآن.',
  'Your data as a file': 'بياناتك كملف',
  'The file names kinds of data, sources, and every company that got them, with dates.':
    'يذكر الملف أنواع البيانات ومصادرها وكل شركة حصلت عليها، مع التواريخ.',
  'Others may read your email. To see the data themselves, also state your last name and ZIP code as we hold them.':
    'قد يقرأ غيرك بريدك. لتطّلع على البيانات نفسها، اذكر أيضًا اسم عائلتك ورمزك البريدي كما نحتفظ بهما.',
  'Download the file': 'نزّل الملف',
  'Last name (optional)': 'اسم العائلة (اختياري)',
  'ZIP code (optional)': 'الرمز البريدي (اختياري)',
  'I declare that I am this person.': 'أصرّح بأنني هذا الشخص.',
  'Ask again': 'اسأل من جديد',
  'This code is wrong or no longer works. After five tries or 15 minutes, ask again for another.':
    'هذا الرمز خاطئ أو لم يعد يعمل. بعد خمس محاولات أو 15 دقيقة، اطلب رمزًا آخر.',
  'There is no request with this number and key.': 'لا يوجد طلب بهذا الرقم وهذا المفتاح.',
  'Confirm your privacy request': 'أكّد طلب الخصوصية',
  'Someone, perhaps you, asked what is held about the person with this email address.':
    'سأل شخص ما، ربما أنت، عمّا نحتفظ به عن صاحب عنوان البريد الإلكتروني هذا.',
  'Enter this code on the page on which you asked. It expires in 15 minutes.':
    'أدخل هذا الرمز في الصفحة التي سألت فيها. تنتهي صلاحيته خلال 15 دقيقة.',
  'Everybody who asks gets this email: it doesn’t mean that anything is held. If it wasn’t you, ignore it.':
    'يحصل كل من يسأل على هذه الرسالة: فهي لا تعني أننا نحتفظ بشيء. إذا لم تكن أنت، فتجاهلها.',
  'Codes that confirm a request about personal data. They are always sent.':
    'رموز تؤكّد طلبًا بشأن بيانات شخصية. تُرسل دائمًا.',
  'You get this email because someone made a privacy request with your address. It protects you, so it is always sent.':
    'تصلك هذه الرسالة لأن شخصًا ما قدّم طلب خصوصية بعنوانك. إنها تحميك، ولذلك تُرسل دائمًا.',
  'What you asked for': 'ما طلبته',
  Law: 'القانون',
  'Extended, because': 'مُدِّدت المهلة بسبب',
  'Date of the appeal': 'تاريخ الاعتراض',
  'Appeal answered': 'تاريخ جواب الاعتراض',
  'Appeal to be answered by': 'يُجاب عن الاعتراض قبل',
  'Whatever is held about the person with this address is being deleted. It takes minutes, rarely hours.':
    'يُحذف الآن كل ما نحتفظ به عن صاحب هذا العنوان. يستغرق ذلك دقائق، ونادرًا ساعات.',
  'Come back with number and key to see that it is done.': 'عُد بالرقم والمفتاح لترى أن الحذف قد تم.',
  'Whatever was held about the person with this address is deleted, and never comes back.':
    'حُذف كل ما كان محفوظًا عن صاحب هذا العنوان، ولن يعود أبدًا.',
  'Whoever got it from us was told to delete it as well.': 'وأُبلغ كل من حصل عليه منّا بأن يحذفه أيضًا.',
  'Kept are a code from which nobody can read the address, so that it stays deleted, and for 24 months the record of this request.':
    'يبقى رمز لا يستطيع أحد أن يقرأ منه العنوان، كي يظل محذوفًا، ويبقى سجل هذا الطلب 24 شهرًا.',
  'What is held has been corrected.': 'صُحِّح ما نحتفظ به.',
  'What you wrote is being checked. The answer will stand here.': 'يُراجَع ما كتبته. وسيظهر الجواب هنا.',
  'What is wrong?': 'ما الخطأ؟',
  'Say what is wrong, for example name, address or phone number, and how it should be.':
    'اذكر ما هو الخطأ، مثل الاسم أو العنوان أو رقم الهاتف، وما الصواب.',
  'If none comes, too many were asked for: try again in an hour.': 'إن لم يصل رمز فقد طُلبت رموز كثيرة: حاول بعد ساعة.',
  Send: 'إرسال',
  'Your correction': 'تصحيحك',
  'Answer:': 'الجواب:',
  'The request was refused.': 'رُفض الطلب.',
  'The request and the appeal were refused.': 'رُفض الطلب والاعتراض.',
  'You can also complain to {authority}.': 'يمكنك أيضًا أن تشتكي إلى {authority}.',
  'the attorney general of your state': 'المدعي العام في ولايتك',
  'the attorney general of {state}': 'المدعي العام في ولاية {state}',
  'Your appeal is being checked.': 'يُراجَع اعتراضك.',
  Appeal: 'اعتراض',
  'Say why, within 60 days of the answer, and it is looked at again.':
    'اذكر السبب خلال 60 يومًا من الجواب، فيُنظر فيه من جديد.',
  'Why it should be corrected': 'لماذا ينبغي تصحيحه',
  'Have it deleted, or corrected.': 'أو اطلب حذفه أو تصحيحه.',
  'What do you want?': 'ماذا تريد؟',
  'State where you live': 'الولاية التي تسكنها',
  'The state’s law decides until when we answer: within 45 days in most.':
    'قانون الولاية يحدد موعد جوابنا: خلال 45 يومًا في معظمها.',
  'Another state, or rather not': 'ولاية أخرى، أو أفضّل ألا أذكرها',
  'Write between 1 and 1,000 characters.': 'اكتب ما بين 1 و1,000 حرف.',
  'Someone, perhaps you, asked to delete everything held about the person with this email address.':
    'طلب شخص ما، ولعله أنت، حذف كل ما هو محفوظ عن صاحب هذا العنوان البريدي.',
  'Someone, perhaps you, asked to correct what is held about the person with this email address.':
    'طلب شخص ما، ولعله أنت، تصحيح ما هو محفوظ عن صاحب هذا العنوان البريدي.',
}
