CREATE TABLE `signatures` (
	`id` integer PRIMARY KEY NOT NULL,
	`app_id` integer NOT NULL,
	`signature` text NOT NULL,
	`api` text NOT NULL,
	`sent` integer NOT NULL,
	`answer` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`app_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
