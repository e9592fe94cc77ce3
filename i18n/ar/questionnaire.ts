/** The questionnaire of agencies. */
export const messages = {
  Questionnaire: 'الاستبيان',
  'Five questions about your business, so we can help you faster.': 'خمسة أسئلة عن عملك لنساعدك بشكل أسرع.',
  'The agency’s answers about its business.': 'ما تقوله الوكالة عن عملها.',
  'Change answers': 'تغيير الإجابات',
  'Nothing answered yet': 'لا إجابات بعد',
  'It takes a minute, and you can change your answers at any time.':
    'يستغرق ذلك دقيقة، ويمكنك تغيير إجاباتك في أي وقت.',
  'Answer the questions': 'الإجابة عن الأسئلة',
  'Save answers': 'حفظ الإجابات',
  'Choose an answer.': 'اختر إجابة.',
  'Your business': 'عملك',
  'How many clients do you work for?': 'كم عدد العملاء الذين تعمل لهم؟',
  'What do you want to start with?': 'بماذا تريد أن تبدأ؟',
  'In which industries are your clients?': 'في أي قطاعات يعمل عملاؤك؟',
  'What do you want to achieve in the first three months?': 'ماذا تريد أن تحقق في الأشهر الثلاثة الأولى؟',
  'How did you hear of us?': 'كيف سمعت عنا؟',

  // Answer choices from the contract.
  '1 to 10': 'من 1 إلى 10 عملاء',
  '11 to 50': 'من 11 إلى 50 عميلًا',
  'More than 50': 'أكثر من 50',
  'Identifying website visitors': 'معرفة من يزور الموقع',
  'Reaching people who search': 'الوصول إلى من يبحثون',
  'Completing contacts': 'استكمال بيانات جهات الاتصال',
  'Reaching businesses': 'الوصول إلى الشركات',
}
