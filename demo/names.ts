// Common given names, family names and street names; any likeness is chance.
export const firstNames =
  `Ava Liam Olivia Noah Emma Ethan Sophia Mason Isabella Lucas Mia Logan Amelia Jacob Harper Aiden Evelyn Jackson Abigail
  Carter Emily Owen Ella Wyatt Scarlett Luke Grace Gabriel Chloe Henry Victoria Isaac Riley Julian Aria Levi Lily Aaron
  Zoe Hudson Nora Adrian Hazel Leo Aurora Nathan Savannah Caleb Audrey Elias Brooklyn Josiah Bella Miles Claire Eli Skylar
  Roman Lucy Silas Paisley Jonah Anna Marcus Caroline Felix Genesis Omar Naomi Andre Elena Mateo Ruby Diego Alice Rafael
  Sadie Hugo Autumn Malik Kennedy Jamal Maya Tariq Leah Kenji Iris Hiro Priya Ravi Anika Arjun Mei Wei Linh Minh Fatima
  Hassan Layla Yusuf Zara Ibrahim Ingrid Lars Freya Nils Katya Ivan Tessa Boris Paula Marco Giulia Pedro Carmen Luis Rosa`.split(
    /\s+/,
  )

export const lastNames =
  `Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas
  Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King
  Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Gomez
  Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers Gutierrez Ortiz
  Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood James Bennett
  Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Jimenez Powell Jenkins Perry Russell
  Sullivan Bell Coleman Butler Henderson Barnes Fisher Vasquez Simmons Romero Jordan Patterson Alexander Hamilton Graham
  Reynolds Griffin Wallace Moreno West Cole Hayes Bryant Herrera Gibson Ellis Tran Medina Aguilar Stevens Murray Ford
  Castro Marshall Owens Harrison Fernandez McDonald Woods Washington Kennedy Wells Vargas Henry Chen Freeman Webb Tucker
  Guzman Burns Crawford Olson Simpson Porter Hunter Gordon Mendez Silva Shaw Snyder Mason Dixon Munoz Hunt Hicks Holmes
  Palmer Wagner Black Robertson Boyd Rose Stone Salazar Fox Warren Mills Meyer Rice Schmidt Garza Daniels Ferguson Nichols`.split(
    /\s+/,
  )

export const streetNames =
  `Oak Maple Cedar Pine Elm Washington Lake Hill Park Walnut Sunset Lincoln Jackson Church River Willow Jefferson Center
  Chestnut Spring Ridge Meadow Forest Highland Franklin Madison Prospect Cherry Dogwood Hickory Locust Magnolia Birch
  Aspen Juniper Sycamore Laurel Harbor Summit Valley Orchard Garden Grove Mill Bridge Canal Market Union Liberty Pleasant`.split(
    /\s+/,
  )

export const streetKinds = ['St', 'Ave', 'Rd', 'Dr', 'Ln', 'Ct', 'Blvd', 'Way', 'Pl', 'Ter'] as const
